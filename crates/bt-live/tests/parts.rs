//! Observers get the same parts of conditions from a live tree as from a built one.

use bt::observe::{Part, Why};
use bt::{NodeEvent, TreeFor, TreeObserver, bt};
use bt_live::Live;

#[derive(Debug)]
struct Npc {
    clue: bool,
    unseen: f32,
    prey: Option<u32>,
}

bt! {
    Guard(Npc) { reach: f32 } = selector <
        near: guard(|npc| npc.clue && npc.unseen < reach) < fail >,
        turn: priority < |npc| !(npc.clue || npc.unseen > 9.0) => fail, |npc| npc.unseen >= 0.5 && npc.clue => fail >,
        sequence < find: action(|npc| npc.prey) -> prey: u32, far: condition(|_| prey > 5 || prey == 3) >,
    >
}

/// The parts and the answers of conditions.
#[derive(Default)]
struct Journal(Vec<String>);

impl TreeObserver for Journal {
    fn part(&mut self, event: &NodeEvent, part: Part<'_>) {
        self.0.push(format!("{} {part}", event.node().title()));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.0.push(format!("{}: {why}", event.node().title()));
    }
}

#[test]
fn a_live_tree_reports_the_parts_of_its_conditions() {
    fn parts<T: TreeFor<Npc>>(mut tree: T) -> Vec<String> {
        let mut journal = Journal::default();
        tree.tick_with(&mut Npc { clue: true, unseen: 1.75, prey: Some(3) }, &mut journal);
        journal.0
    }
    let built = parts(Guard::new(1.5));
    assert_eq!(built[..3], ["near clue true", "near unseen 1.75 < reach 1.5 false", "near: false"]);
    assert_eq!(built.last().map(String::as_str), Some("far: true"));
    assert_eq!(parts(Live::from(Guard::new(1.5))), built);
}
