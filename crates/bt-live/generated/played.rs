//! A tree, compiled or live, as what a script is played with.

use std::cell::RefCell;
use std::time::Duration;

use bt::observe::Why;
use bt::{NodeEvent, Outcome, Status, TreeFor, TreeObserver};
use bt_reference::play::{Said, Subject};
use bt_reference::world;

use crate::context::World;
use crate::journal::{Journal, observed};
use crate::leaves::{Broken, Shot, said};
use crate::requests::open;
use crate::titles::without_boxes;
use crate::values::live;

/// How a tree runs.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Compiled,
    Live,
}

/// What `tick` returns.
pub trait Answer {
    fn said(self) -> Said;
}

impl Answer for Status {
    fn said(self) -> Said {
        Said::Status(said(self))
    }
}

impl Answer for Result<Status, Broken> {
    fn said(self) -> Said {
        self.map_or_else(|Broken(id)| Said::Error(id), Answer::said)
    }
}

thread_local!(static NOTES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });

/// What was noted in this thread since the last time.
pub fn noted() -> Vec<String> {
    NOTES.take()
}

fn note(text: String) {
    NOTES.with_borrow_mut(|notes| notes.push(text));
}

/// Notes the reasons of nodes, besides the events.
pub struct Noting<'j>(&'j mut Journal);

impl TreeObserver for Noting<'_> {
    fn start(&mut self, event: &NodeEvent) {
        self.0.start(event);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.0.mock(event)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.0.run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        // A live tree does not know how to show an error.
        if matches!(why, Why::Lost(_)) {
            return;
        }
        note(format!("{:?} {} {}: {why}", event.time(), event.position(), event.node().title()));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.0.finish(event, outcome);
    }
}

/// Sends a message, with an observer or without one.
type Hears<T> = fn(&mut T, &mut World, &Shot, Option<&mut Noting<'_>>);

/// What only some trees can do.
pub struct Can<T> {
    pub hears: Option<Hears<T>>,
    pub observes: Option<fn(&mut T)>,
}

impl<T> Default for Can<T> {
    fn default() -> Self {
        Can { hears: None, observes: None }
    }
}

pub struct Played<T> {
    pub tree: T,
    pub is_observed: bool,
    pub can: Can<T>,
}

impl<T: TreeFor<World>> Played<T> {
    fn with<R>(
        &mut self,
        world: &mut world::World,
        work: impl FnOnce(&mut Self, &mut World, Option<&mut Noting<'_>>) -> R,
    ) -> Option<R> {
        match self.is_observed {
            true => observed(world, |world, journal| work(self, world, Some(&mut Noting(journal)))),
            false => World::lend(world, |world| work(self, world, None)),
        }
    }
}

impl<T: TreeFor<World>> Subject for Played<T>
where
    T::Answer: Answer,
{
    fn tick(&mut self, nanos: u64, world: &mut world::World) -> Said {
        let time = Duration::from_nanos(nanos);
        let answer = self.with(world, |played, world, observer| match observer {
            Some(observer) => played.tree.tick_for_with(time, world, observer),
            None => played.tree.tick_for(time, world),
        });
        answer.map_or(Said::Panicked, Answer::said)
    }

    fn abort(&mut self, world: &mut world::World) -> bool {
        let done = self.with(world, |played, world, observer| match observer {
            Some(observer) => played.tree.abort_with(world, observer),
            None => played.tree.abort(world),
        });
        done.is_some()
    }

    fn reset(&mut self) {
        self.tree.reset();
    }

    fn send(&mut self, message: u32, world: &mut world::World) -> bool {
        let hears = self.can.hears.expect("no script sends to a tree that takes no messages");
        self.with(world, |played, world, observer| hears(&mut played.tree, world, &Shot(message), observer)).is_some()
    }

    fn look(&mut self) {
        self.can.observes.expect("no script tells a tree to look that observes nothing")(&mut self.tree);
    }

    fn is_running(&self) -> bool {
        self.tree.is_running()
    }

    /// This comes after each step, so it notes whether the tree sleeps.
    fn active(&self, found: &mut Vec<(usize, &'static str)>) {
        note(format!("sleeps {:?}", self.tree.sleep()));
        found.extend(without_boxes(self.tree.active()));
    }

    fn is_as_new(&self) -> Option<bool> {
        (live() != 0 || open() != 0).then_some(false)
    }

    fn sleep(&self) -> Option<Duration> {
        self.tree.sleep()
    }

    fn is_observed(&self) -> bool {
        self.is_observed
    }
}
