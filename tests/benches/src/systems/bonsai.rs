//! The library `bonsai-bt`.
//!
//! A tree of it stays as it is once it has ended, so it is reset then, which clones it. It clones a composite, too,
//! when it enters one. Its ticks take a time, which is 0: nothing here waits for a time.

use bonsai_bt::{Action as Leaf, BT, Behavior, Event, Invert, Select, Sequence};
use bt::Status;

use super::actions::{Action, Door, Numbered, Sentry};
use crate::workloads::deep;
use crate::world::Tick;

/// A tree.
pub struct Tree<A: Clone>(BT<A, ()>);

fn tree<A: Clone>(behavior: Behavior<A>) -> Tree<A> {
    Tree(BT::new(behavior, ()))
}

fn theirs(status: Status) -> bonsai_bt::Status {
    match status {
        Status::Success => bonsai_bt::Success,
        Status::Failure => bonsai_bt::Failure,
        Status::Running => bonsai_bt::Running,
    }
}

impl<C, A: Action<C>> Tick<C> for Tree<A> {
    #[inline]
    fn tick(&mut self, context: &mut C) -> Status {
        let mut run =
            |args: bonsai_bt::ActionArgs<'_, Event, A>, _: &mut ()| (theirs(args.action.run(context)), args.dt);
        let ended = match self.0.tick(&Event::zero_dt_args(), &mut run) {
            Some((bonsai_bt::Success, _)) => Status::Success,
            Some((bonsai_bt::Failure, _)) => Status::Failure,
            Some((bonsai_bt::Running, _)) | None => return Status::Running,
        };
        self.0.reset_bt();
        ended
    }
}

/// W1.
pub fn door() -> Tree<Door> {
    tree(Sequence(vec![Leaf(Door::Walk), Leaf(Door::OpenDoor), Leaf(Door::StepThrough), Leaf(Door::CloseDoor)]))
}

/// W2.
pub fn sentry() -> Tree<Sentry> {
    use Sentry::*;
    let sequence = |actions: &[Sentry]| Sequence(actions.iter().copied().map(Leaf).collect());
    tree(Select(vec![
        sequence(&[IsSurprised, React]),
        sequence(&[CanSee, Within, Bomb]),
        sequence(&[HasTarget, Track]),
        sequence(&[HasNoise, TargetNoise]),
        sequence(&[IsLow, FlyPatrol, GotoNode, WaitRandom]),
    ]))
}

/// W3.
pub fn deep() -> Tree<Numbered> {
    tree(deep_node(1, 0))
}

fn deep_node(level: u8, node: u8) -> Behavior<Numbered> {
    if level > deep::LEVELS {
        return Leaf(Numbered(node));
    }
    let children = vec![deep_node(level + 1, 2 * node), deep_node(level + 1, 2 * node + 1)];
    let composite = if deep::is_sequence(level) { Sequence(children) } else { Select(children) };
    if deep::is_inverted(level, node) { Invert(Box::new(composite)) } else { composite }
}
