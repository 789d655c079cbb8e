//! Records the events of an observer.

use bt::{NodeEvent, Outcome, Status, TreeObserver};
use bt_reference::world::{self, Does, Told};

use crate::context::World;
use crate::leaves::{outcome, said};

/// All events of an observer.
#[derive(Default)]
pub struct Journal(Vec<Told>);

impl Journal {
    fn note(&mut self, event: &NodeEvent, does: Does) {
        let nanos = event.time().as_nanos() as u64;
        self.0.push(Told { position: event.position(), nanos, does });
    }
}

impl TreeObserver for Journal {
    fn start(&mut self, event: &NodeEvent) {
        self.note(event, Does::Start);
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.note(event, Does::Run(said(status)));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.note(event, Does::Finish(self::outcome(outcome)));
    }
}

/// Lends a world to a tree, and records the events of an observer in it; returns nothing after a panic.
pub fn observed<T>(world: &mut world::World, work: impl FnOnce(&mut World, &mut Journal) -> T) -> Option<T> {
    let mut journal = Journal::default();
    let done = World::lend(world, |world| work(world, &mut journal));
    world.tell_all(journal.0);
    done
}
