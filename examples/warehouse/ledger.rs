//! The account of all questions. The robots and the planner write it.

use std::collections::BTreeSet;

use super::Way;

/// How a question has ended for the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The answer was read.
    Read(Way),
    /// The planner crashed with it.
    Dropped,
    /// The robot no longer waits.
    Cancelled,
}

/// One question.
#[derive(Clone, Debug)]
struct Entry {
    robot: usize,
    parcel: u32,
    received: usize,
    answered: Vec<Way>,
    ends: Vec<End>,
}

/// All questions so far.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    /// A robot asks; its question gets a number.
    pub fn ask(&mut self, robot: usize, parcel: u32) -> usize {
        self.entries.push(Entry { robot, parcel, received: 0, answered: Vec::new(), ends: Vec::new() });
        self.entries.len() - 1
    }

    /// A planner takes the question from its queue.
    pub fn receive(&mut self, id: usize) {
        self.entries[id].received += 1;
    }

    /// A planner answers.
    pub fn answer(&mut self, id: usize, way: Way) {
        self.entries[id].answered.push(way);
    }

    /// The robot has an answer, or waits no longer.
    pub fn end(&mut self, id: usize, end: End) {
        self.entries[id].ends.push(end);
    }

    /// How many questions were read, dropped and cancelled.
    pub fn ends(&self) -> (usize, usize, usize) {
        let count =
            |is: fn(&End) -> bool| self.entries.iter().flat_map(|entry| &entry.ends).filter(|end| is(end)).count();
        (
            count(|end| matches!(end, End::Read(_))),
            count(|end| *end == End::Dropped),
            count(|end| *end == End::Cancelled),
        )
    }

    /// Checks that each question has ended once, and as the planner has recorded.
    pub fn check(&self) {
        let mut read = BTreeSet::new();
        for entry in &self.entries {
            assert!(entry.received <= 1 && entry.answered.len() <= 1, "handled twice: {entry:?}");
            assert_eq!(entry.ends.len(), 1, "not ended once: {entry:?}");
            match entry.ends[0] {
                End::Read(way) => {
                    assert_eq!(entry.answered, [way], "{entry:?}");
                    assert!(read.insert((entry.robot, entry.parcel)), "read twice: {entry:?}");
                }
                End::Dropped => assert!(entry.answered.is_empty() && entry.received == 1, "{entry:?}"),
                End::Cancelled => {}
            }
        }
    }
}
