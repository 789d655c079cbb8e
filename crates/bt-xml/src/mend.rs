//! Changes a tree until the compiler accepts it.

use std::collections::BTreeSet;
use std::ops::Range;

use bt_compiler::tree::nodes;

use crate::line::Line;
use crate::problem::Problems;

/// How often the compiler is asked: one mistake may hide another.
const ROUNDS: usize = 10;

/// A mistake in a line.
pub struct Found {
    /// The number of the line, in pre-order.
    pub line: usize,
    pub message: String,
    /// Whether an `unchecked` around the line would allow it.
    pub may_be_meant: bool,
    /// Whether it is a `throttle` that must be the last child.
    pub is_not_last: bool,
}

/// Asks for mistakes in a tree and changes it until there are none. In BehaviorTree.CPP, endless loops run, and nodes
/// that can never run are kept. The author means them, so they become `unchecked`. A mistake that stays is an error at
/// its node.
pub fn mended<T>(
    root: &mut Line,
    problems: &mut Problems,
    mut ask: impl FnMut(&Line, &mut Problems) -> Result<T, Vec<Found>>,
) -> Option<T> {
    for round in 1.. {
        let found = match ask(root, problems) {
            Ok(done) => return Some(done),
            Err(found) => found,
        };
        let numbers = |is: fn(&Found) -> bool| found.iter().filter(|found| is(found)).map(|found| found.line).collect();
        let (meant, not_last) = (numbers(|found| found.may_be_meant), numbers(|found| found.is_not_last));
        let mut change = Change { meant, not_last, places: Vec::new(), has_changed: false, problems };
        change.line(root, &(0..0));
        let Change { places, has_changed, .. } = change;
        if !has_changed || round == ROUNDS {
            for Found { line, message, .. } in found {
                problems.error(places.get(line).cloned().unwrap_or_default(), message);
            }
            break;
        }
    }
    None
}

/// Changes all lines with mistakes in one walk.
struct Change<'c> {
    meant: BTreeSet<usize>,
    not_last: BTreeSet<usize>,
    /// The places of the lines visited so far.
    places: Vec<Range<usize>>,
    has_changed: bool,
    problems: &'c mut Problems,
}

impl Change<'_> {
    /// Changes a line and those below it. A line without a place has that of its parent. Returns whether it contains a
    /// `throttle` that must be the last child.
    fn line(&mut self, line: &mut Line, above: &Range<usize>) -> bool {
        let (number, at) = (self.places.len(), line.at.clone().unwrap_or_else(|| above.clone()));
        self.places.push(at.clone());
        let mut waits = self.not_last.contains(&number);
        for child in &mut line.children {
            waits |= self.line(child, &at);
        }
        if waits && nodes::find(&line.head).is_some_and(|builtin| builtin.throttled_last) {
            line.head = "pipeline".to_owned();
            self.problems.warn(line.at.clone().unwrap_or_default(), PIPELINE);
            (self.has_changed, waits) = (true, false);
        }
        if self.meant.contains(&number) {
            line.unchecked();
            self.has_changed = true;
        }
        waits
    }
}

/// The warning at a `ReactiveSequence` with a `RateController` before its last child.
pub const PIPELINE: &str =
    "`ReactiveSequence` becomes `pipeline`: a `RateController` that waits would abort the children after it";
