//! `enum_dispatch`: an enum of all kinds of nodes instead of `dyn`.

use bt::Status;
use enum_dispatch::enum_dispatch;

use crate::workloads::{deep, door, sentry};
use crate::world::{Answer, Tick};

/// A sequence or a selector of nodes of the enum `N`.
pub struct Composite<N> {
    children: Vec<N>,
    at: usize,
    /// What makes it continue to the next child.
    on: Status,
}

impl<N> Composite<N> {
    fn sequence(children: Vec<N>) -> Self {
        Composite { children, at: 0, on: Status::Success }
    }

    fn selector(children: Vec<N>) -> Self {
        Composite { children, at: 0, on: Status::Failure }
    }

    #[inline(always)]
    fn tick_children(&mut self, mut tick: impl FnMut(&mut N) -> Status) -> Status {
        let from = std::mem::take(&mut self.at);
        for (index, child) in self.children.iter_mut().enumerate().skip(from) {
            let status = tick(child);
            if status.is_running() {
                self.at = index;
            }
            if status != self.on {
                return status;
            }
        }
        self.on
    }
}

/// `enum_dispatch` supports neither this kind of generic trait nor code written by another macro.
#[enum_dispatch]
trait TickDoor {
    fn run(&mut self, room: &mut door::Room) -> Status;
}

#[enum_dispatch]
trait TickSentry {
    fn run(&mut self, sentry: &mut sentry::Sentry) -> Status;
}

/// Any node of the workload.
#[enum_dispatch(TickDoor)]
#[allow(missing_docs)]
pub enum DoorNode {
    Composite(Composite<DoorNode>),
    Walk,
    OpenDoor,
    StepThrough,
    CloseDoor,
}

/// Any node of the workload.
#[enum_dispatch(TickSentry)]
#[allow(missing_docs)]
pub enum SentryNode {
    Composite(Composite<SentryNode>),
    IsSurprised,
    React,
    CanSee,
    Within,
    Bomb,
    HasTarget,
    Track,
    HasNoise,
    TargetNoise,
    IsLow,
    FlyPatrol,
    GotoNode,
    WaitRandom,
}

/// The composites and leaves of one workload.
macro_rules! nodes {
    ($trait:ident, $node:ident, $context:path: $($leaf:ident($run:expr),)*) => {
        impl $trait for Composite<$node> {
            fn run(&mut self, context: &mut $context) -> Status {
                self.tick_children(|child| child.run(context))
            }
        }

        $(
            /// A leaf.
            pub struct $leaf;

            impl $trait for $leaf {
                #[inline]
                fn run(&mut self, context: &mut $context) -> Status {
                    $run(context).status()
                }
            }
        )*

        impl Tick<$context> for $node {
            #[inline]
            fn tick(&mut self, context: &mut $context) -> Status {
                self.run(context)
            }
        }
    };
}

nodes! { TickDoor, DoorNode, door::Room:
    Walk(door::walk),
    OpenDoor(door::open_door),
    StepThrough(door::step_through),
    CloseDoor(door::close_door),
}

nodes! { TickSentry, SentryNode, sentry::Sentry:
    IsSurprised(sentry::is_surprised),
    React(sentry::react),
    CanSee(sentry::can_see),
    Within(sentry::within),
    Bomb(sentry::bomb),
    HasTarget(sentry::has_target),
    Track(sentry::track),
    HasNoise(sentry::has_noise),
    TargetNoise(sentry::target_noise),
    IsLow(sentry::is_low),
    FlyPatrol(sentry::fly_patrol),
    GotoNode(sentry::goto_node),
    WaitRandom(sentry::wait_random),
}

#[enum_dispatch]
trait TickDeep {
    fn run(&mut self, deep: &mut deep::Deep) -> Status;
}

/// Any node of the workload.
#[enum_dispatch(TickDeep)]
#[allow(missing_docs)]
pub enum DeepNode {
    Composite(Composite<DeepNode>),
    Inverter(Inverter),
    Numbered(Numbered),
}

/// Success becomes failure, and failure success.
pub struct Inverter(Box<DeepNode>);

/// A leaf with this number.
pub struct Numbered(u8);

impl TickDeep for Composite<DeepNode> {
    fn run(&mut self, deep: &mut deep::Deep) -> Status {
        self.tick_children(|child| child.run(deep))
    }
}

impl TickDeep for Inverter {
    fn run(&mut self, deep: &mut deep::Deep) -> Status {
        match self.0.run(deep) {
            Status::Success => Status::Failure,
            Status::Failure => Status::Success,
            Status::Running => Status::Running,
        }
    }
}

impl TickDeep for Numbered {
    #[inline]
    fn run(&mut self, deep: &mut deep::Deep) -> Status {
        deep::leaf(self.0, deep)
    }
}

impl Tick<deep::Deep> for DeepNode {
    #[inline]
    fn tick(&mut self, deep: &mut deep::Deep) -> Status {
        self.run(deep)
    }
}

/// W1.
pub fn door() -> DoorNode {
    Composite::sequence(vec![Walk.into(), OpenDoor.into(), StepThrough.into(), CloseDoor.into()]).into()
}

/// W2.
pub fn sentry() -> SentryNode {
    let sequence = |children| Composite::sequence(children).into();
    Composite::selector(vec![
        sequence(vec![IsSurprised.into(), React.into()]),
        sequence(vec![CanSee.into(), Within.into(), Bomb.into()]),
        sequence(vec![HasTarget.into(), Track.into()]),
        sequence(vec![HasNoise.into(), TargetNoise.into()]),
        sequence(vec![IsLow.into(), FlyPatrol.into(), GotoNode.into(), WaitRandom.into()]),
    ])
    .into()
}

/// W3.
pub fn deep() -> DeepNode {
    deep_node(1, 0)
}

fn deep_node(level: u8, node: u8) -> DeepNode {
    if level > deep::LEVELS {
        return Numbered(node).into();
    }
    let children = vec![deep_node(level + 1, 2 * node), deep_node(level + 1, 2 * node + 1)];
    let composite: DeepNode =
        if deep::is_sequence(level) { Composite::sequence(children) } else { Composite::selector(children) }.into();
    if deep::is_inverted(level, node) { Inverter(Box::new(composite)).into() } else { composite }
}
