//! The library `beetry`.
//!
//! Its runtime ticks trees on a thread of its own. Here a node is ticked directly, as its tests do.

use std::cell::RefCell;
use std::mem::swap;
use std::rc::Rc;

use beetry::node::{BoxNode, MemorySequence, Node, NonEmptyNodes};
use beetry_core::TickStatus;
use bt::Status;

use bt_benches::systems::actions::{Action, Door};
use bt_benches::world::Tick;

/// A tree, and the context that its leaves see.
pub struct Tree<C> {
    root: BoxNode,
    shared: Rc<RefCell<C>>,
}

struct Leaf<A, C>(A, Rc<RefCell<C>>);

impl<C, A: Action<C>> Node for Leaf<A, C> {
    fn tick(&mut self) -> TickStatus {
        match self.0.run(&mut self.1.borrow_mut()) {
            Status::Success => TickStatus::Success,
            Status::Failure => TickStatus::Failure,
            Status::Running => TickStatus::Running,
        }
    }
}

impl<C> Tick<C> for Tree<C> {
    fn tick(&mut self, context: &mut C) -> Status {
        swap(context, &mut self.shared.borrow_mut());
        let status = self.root.tick();
        swap(context, &mut self.shared.borrow_mut());
        match status {
            TickStatus::Success => Status::Success,
            TickStatus::Failure => Status::Failure,
            TickStatus::Running => Status::Running,
        }
    }
}

/// W1. Its selector has no memory, so the other workloads are other trees.
pub fn door<C: Default + 'static>() -> Tree<C>
where
    Door: Action<C>,
{
    let shared = Rc::<RefCell<C>>::default();
    let leaf = |action| -> BoxNode { Box::new(Leaf(action, Rc::clone(&shared))) };
    let leaves = [Door::Walk, Door::OpenDoor, Door::StepThrough, Door::CloseDoor].map(leaf);
    Tree { root: Box::new(MemorySequence::new(NonEmptyNodes::from(leaves))), shared }
}
