//! Records the events of an observer.

use bt::describe::NodeKind;
use bt::{NodeEvent, Outcome, Status, TreeObserver};
use bt_reference::script::Mocks;
use bt_reference::world::{self, Does, Told};

use crate::context::World;
use crate::leaves::{outcome, said};

/// All events of an observer.
#[derive(Default)]
pub struct Journal {
    told: Vec<Told>,
    mocks: Mocks,
}

impl Journal {
    fn note(&mut self, event: &NodeEvent, does: Does) {
        let nanos = event.time().as_nanos() as u64;
        self.told.push(Told { position: event.position(), nanos, does });
    }
}

impl TreeObserver for Journal {
    fn start(&mut self, event: &NodeEvent) {
        self.note(event, Does::Start);
    }

    /// Answers instead of composites and decorators.
    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        if event.node().kind == NodeKind::Leaf {
            return None;
        }
        Some(match self.mocks.answer(event.position())? {
            world::Status::Success => Status::Success,
            world::Status::Failure => Status::Failure,
            world::Status::Running => Status::Running,
        })
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
    let mut journal = Journal { mocks: world.mocks(), ..Journal::default() };
    let done = World::lend(world, |world| work(world, &mut journal));
    world.tell_all(journal.told);
    done
}
