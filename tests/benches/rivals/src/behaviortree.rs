//! The library `behaviortree`.
//!
//! It reads the XML of BehaviorTree.CPP. A tick is a future, which is ready at once where no leaf waits.

use std::mem::swap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use behaviortree::prelude::BehaviorTree;
use behaviortree::prelude::behaviortree_factory::BehaviorTreeFactory;
use behaviortree::{Arc, BehaviorKind, BehaviorState, Mutex};
use bt::Status;

use bt_benches::systems::actions::{Action, Door, Sentry};
use bt_benches::workloads;
use bt_benches::world::Tick;

/// A tree, and the context that its leaves see.
pub struct Tree<C> {
    tree: BehaviorTree,
    shared: Arc<Mutex<C>>,
}

impl<C> Tick<C> for Tree<C> {
    fn tick(&mut self, context: &mut C) -> Status {
        swap(context, &mut self.shared.lock());
        let state = match pin!(self.tree.tick_once()).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(state) => state.expect("no leaf returns an error"),
            Poll::Pending => unreachable!("no leaf waits"),
        };
        swap(context, &mut self.shared.lock());
        match state {
            BehaviorState::Success => Status::Success,
            BehaviorState::Failure => Status::Failure,
            _ => Status::Running,
        }
    }
}

fn tree<C, A>(root: &str, actions: &[A]) -> Tree<C>
where
    C: Default + Send + 'static,
    A: Action<C> + std::fmt::Debug + Send + Sync,
{
    let shared = Arc::new(Mutex::new(C::default()));
    let mut factory = BehaviorTreeFactory::new().expect("it has its own nodes");
    for &action in actions {
        let shared = Arc::clone(&shared);
        let tick = move || {
            Ok(match action.run(&mut shared.lock()) {
                Status::Success => BehaviorState::Success,
                Status::Failure => BehaviorState::Failure,
                Status::Running => BehaviorState::Running,
            })
        };
        let registered =
            factory.register_simple_function(&format!("{action:?}"), Arc::new(Box::new(tick)), BehaviorKind::Action);
        registered.expect("each action has its own name");
    }
    let text = format!("<root BTCPP_format=\"4\"><BehaviorTree ID=\"Tree\">{root}</BehaviorTree></root>");
    Tree { tree: factory.create_from_text(&text).expect("it is right"), shared }
}

/// The actions as elements in this composite.
fn element<A: std::fmt::Debug>(composite: &str, actions: &[A]) -> String {
    let children: String = actions.iter().map(|action| format!("<{action:?}/>")).collect();
    format!("<{composite}>{children}</{composite}>")
}

/// W1.
pub fn door() -> Tree<workloads::door::Room> {
    let actions = [Door::Walk, Door::OpenDoor, Door::StepThrough, Door::CloseDoor];
    tree(&element("Sequence", &actions), &actions)
}

/// W2.
pub fn sentry() -> Tree<workloads::sentry::Sentry> {
    use Sentry::*;
    let rows: [&[Sentry]; 5] = [
        &[IsSurprised, React],
        &[CanSee, Within, Bomb],
        &[HasTarget, Track],
        &[HasNoise, TargetNoise],
        &[IsLow, FlyPatrol, GotoNode, WaitRandom],
    ];
    let sequences: String = rows.iter().map(|row| element("Sequence", row)).collect();
    tree(&format!("<Fallback>{sequences}</Fallback>"), &rows.concat())
}
