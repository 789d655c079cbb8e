//! The library `behavior-tree-lite`.
//!
//! Its leaves reach a context that they do not own through a callback, which takes and gives anything. They give it
//! their action; its answer is one of three types of no size, so that no answer is allocated.

use std::any::Any;

use behavior_tree_lite::{
    BehaviorCallback, BehaviorNode, BehaviorNodeContainer, BehaviorResult, Context, FallbackNode, SequenceNode,
};
use bt::Status;

use super::actions::{Action, Door, Numbered, Sentry};
use crate::workloads::deep;
use crate::world::Tick;

/// A tree, and the actions that its leaves ask for.
pub struct Tree<A> {
    root: BehaviorNodeContainer,
    context: Context,
    actions: std::marker::PhantomData<A>,
}

fn tree<A>(root: BehaviorNodeContainer) -> Tree<A> {
    Tree { root, context: Context::default(), actions: std::marker::PhantomData }
}

struct Succeeded;
struct Failed;
struct Running;

struct Leaf<A>(A);

impl<A: 'static> BehaviorNode for Leaf<A> {
    fn tick(&mut self, callback: BehaviorCallback, _: &mut Context) -> BehaviorResult {
        match callback(&self.0) {
            Some(answer) if answer.is::<Succeeded>() => BehaviorResult::Success,
            Some(answer) if answer.is::<Running>() => BehaviorResult::Running,
            _ => BehaviorResult::Fail,
        }
    }
}

/// The library has one, but only for trees that its parser makes.
struct Inverter;

impl BehaviorNode for Inverter {
    fn tick(&mut self, callback: BehaviorCallback, context: &mut Context) -> BehaviorResult {
        match context.tick_child(0, callback) {
            Some(BehaviorResult::Running) => BehaviorResult::Running,
            Some(BehaviorResult::Fail) => BehaviorResult::Success,
            Some(BehaviorResult::Success) | None => BehaviorResult::Fail,
        }
    }

    fn max_children(&self) -> behavior_tree_lite::NumChildren {
        behavior_tree_lite::NumChildren::Finite(1)
    }
}

impl<C, A: Action<C>> Tick<C> for Tree<A> {
    #[inline]
    fn tick(&mut self, context: &mut C) -> Status {
        let mut run = |action: &dyn Any| -> Option<Box<dyn Any>> {
            Some(match action.downcast_ref::<A>()?.run(context) {
                Status::Success => Box::new(Succeeded),
                Status::Failure => Box::new(Failed),
                Status::Running => Box::new(Running),
            })
        };
        match self.root.tick(&mut run, &mut self.context) {
            BehaviorResult::Success => Status::Success,
            BehaviorResult::Fail => Status::Failure,
            BehaviorResult::Running => Status::Running,
        }
    }
}

fn leaf(action: impl Any) -> BehaviorNodeContainer {
    BehaviorNodeContainer::new_node(Leaf(action))
}

fn node(
    node: impl BehaviorNode + 'static,
    children: impl IntoIterator<Item = BehaviorNodeContainer>,
) -> BehaviorNodeContainer {
    let mut container = BehaviorNodeContainer::new_node(node);
    for child in children {
        let added = container.add_child(child);
        assert!(added.is_ok(), "the node takes as many children");
    }
    container
}

/// W1.
pub fn door() -> Tree<Door> {
    let actions = [Door::Walk, Door::OpenDoor, Door::StepThrough, Door::CloseDoor];
    tree(node(SequenceNode::default(), actions.map(leaf)))
}

/// W2.
pub fn sentry() -> Tree<Sentry> {
    use Sentry::*;
    let sequence = |actions: &[Sentry]| node(SequenceNode::default(), actions.iter().copied().map(leaf));
    let children = [
        sequence(&[IsSurprised, React]),
        sequence(&[CanSee, Within, Bomb]),
        sequence(&[HasTarget, Track]),
        sequence(&[HasNoise, TargetNoise]),
        sequence(&[IsLow, FlyPatrol, GotoNode, WaitRandom]),
    ];
    tree(node(FallbackNode::default(), children))
}

/// W3.
pub fn deep() -> Tree<Numbered> {
    tree(deep_node(1, 0))
}

fn deep_node(level: u8, number: u8) -> BehaviorNodeContainer {
    if level > deep::LEVELS {
        return leaf(Numbered(number));
    }
    let children = [deep_node(level + 1, 2 * number), deep_node(level + 1, 2 * number + 1)];
    let composite = if deep::is_sequence(level) {
        node(SequenceNode::default(), children)
    } else {
        node(FallbackNode::default(), children)
    };
    if deep::is_inverted(level, number) { node(Inverter, [composite]) } else { composite }
}
