//! The leaves as values, for libraries that call back for each action.

use bt::Status;

use crate::workloads::{deep, door, sentry};
use crate::world::Answer;

/// A leaf as a value.
pub trait Action<C>: Copy + 'static {
    /// Runs it.
    fn run(self, context: &mut C) -> Status;
}

macro_rules! actions {
    ($(#[doc = $doc:literal] $actions:ident for $context:path { $($name:ident = $run:path,)* })*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub enum $actions { $($name,)* }

        impl Action<$context> for $actions {
            #[inline]
            fn run(self, context: &mut $context) -> Status {
                match self { $($actions::$name => $run(context).status(),)* }
            }
        }
    )*};
}

actions! {
    /// Those of W1.
    Door for door::Room {
        Walk = door::walk,
        OpenDoor = door::open_door,
        StepThrough = door::step_through,
        CloseDoor = door::close_door,
    }
    /// Those of W2.
    Sentry for sentry::Sentry {
        IsSurprised = sentry::is_surprised,
        React = sentry::react,
        CanSee = sentry::can_see,
        Within = sentry::within,
        Bomb = sentry::bomb,
        HasTarget = sentry::has_target,
        Track = sentry::track,
        HasNoise = sentry::has_noise,
        TargetNoise = sentry::target_noise,
        IsLow = sentry::is_low,
        FlyPatrol = sentry::fly_patrol,
        GotoNode = sentry::goto_node,
        WaitRandom = sentry::wait_random,
    }
}

/// Those of W3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbered(pub u8);

impl Action<deep::Deep> for Numbered {
    #[inline]
    fn run(self, deep: &mut deep::Deep) -> Status {
        deep::leaf(self.0, deep)
    }
}
