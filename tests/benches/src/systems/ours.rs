//! `bt`.

use std::time::Duration;

use bt::{Behavior, Composite, Next, Status, bt};

use super::texts;
use crate::workloads::{deep, door, guard, hall, patrol, rounds, sentry, watch};
use crate::world::{Tick, TickFor};

macro_rules! leaves {
    ($context:path: $($leaf:ident($run:path) -> $answer:ty,)*) => {$(
        #[derive(Behavior, Default)]
        #[behavior(context = $context)]
        pub(crate) struct $leaf;

        impl $leaf {
            #[inline]
            fn run(&self, context: &mut $context) -> $answer {
                $run(context)
            }
        }
    )*};
}

leaves! { door::Room:
    Walk(door::walk) -> Status,
    OpenDoor(door::open_door) -> (),
    StepThrough(door::step_through) -> Status,
    CloseDoor(door::close_door) -> (),
}

texts::door! {
    /// W1.
    Door
}

/// W1 with a large context.
pub mod wide {
    use bt::{Behavior, Status, bt};

    use crate::workloads::hall;

    leaves! { hall::Hall:
        Walk(hall::walk) -> Status,
        OpenDoor(hall::open_door) -> (),
        StepThrough(hall::step_through) -> Status,
        CloseDoor(hall::close_door) -> (),
    }

    bt! {
        /// W1 with a large context.
        pub Door(hall::Hall) = sequence < walk, open_door, step_through, close_door >
    }
}

leaves! { sentry::Sentry:
    IsSurprised(sentry::is_surprised) -> bool,
    React(sentry::react) -> (),
    CanSee(sentry::can_see) -> bool,
    Within(sentry::within) -> bool,
    Bomb(sentry::bomb) -> (),
    HasTarget(sentry::has_target) -> bool,
    Track(sentry::track) -> (),
    HasNoise(sentry::has_noise) -> bool,
    TargetNoise(sentry::target_noise) -> (),
    IsLow(sentry::is_low) -> bool,
    FlyPatrol(sentry::fly_patrol) -> (),
    GotoNode(sentry::goto_node) -> Status,
    WaitRandom(sentry::wait_random) -> Status,
}

texts::sentry! {
    /// W2.
    Sentry
}

/// A leaf of W3.
#[derive(Behavior, Default)]
#[behavior(context = deep::Deep)]
pub(crate) struct Leaf<const NUMBER: u8>;

impl<const NUMBER: u8> Leaf<NUMBER> {
    #[inline]
    fn run(&self, deep: &mut deep::Deep) -> Status {
        deep::leaf(NUMBER, deep)
    }
}

texts::deep! {
    /// W3.
    Deep
}

leaves! { guard::Guard:
    Shoot(guard::shoot) -> (),
    Turn(guard::turn) -> (),
    Goto(guard::goto) -> Status,
    Count(guard::count) -> (),
    Arrive(guard::arrive) -> (),
}

/// Takes several runs.
#[derive(Behavior, Default)]
#[behavior(context = guard::Guard)]
pub(crate) struct Aim {
    runs: u8,
}

impl Aim {
    #[inline]
    fn run(&mut self, _: &mut guard::Guard) -> Status {
        guard::aim(&mut self.runs)
    }
}

bt! {
    /// What the guard does when it sees an enemy.
    pub Attack(guard::Guard) = sequence < aim, shoot >
}

bt! {
    /// What it does when it has heard something.
    pub Look(guard::Guard) = sequence < turn, goto, count >
}

texts::guard! {
    /// W6.
    Guard
}

bt! {
    /// W6, where conditions alone decide.
    pub GuardByPriority(guard::Guard) = priority <
        |guard| guard.enemy => attack,
        |guard| guard.noise => look,
        sequence < goto, arrive >,
    >
}

bt! {
    /// W6, where a `match` decides.
    pub GuardBySwitch(guard::Guard) = reactive_switch(|guard| (guard.enemy, guard.noise)) <
        (true, _) => attack,
        (false, true) => look,
        (false, false) => sequence < goto, arrive >,
    >
}

pub(crate) mod walk {
    //! The leaves of W7.

    use super::{Behavior, Status, patrol};

    leaves! { patrol::Patrol:
        Goto(patrol::goto) -> Status,
        Arrive(patrol::arrive) -> (),
    }
}

texts::patrol! {
    /// W7.
    Patrol
}

pub(crate) mod stand {
    //! The leaves of W8.

    use super::{Behavior, Status, watch};

    leaves! { watch::Watch:
        Goto(watch::goto) -> Status,
        Arrive(watch::arrive) -> (),
    }
}

texts::watch! {
    /// W8.
    Watch
}

/// The same trees for frames that are known at run time. They are separate types, since a game ticks a tree in one
/// place, where its code is inlined.
pub mod jittered {
    use super::{bt, patrol, stand, texts, walk, watch};

    texts::patrol! {
        /// W7.
        Patrol
    }

    texts::watch! {
        /// W8.
        Watch
    }
}

/// The same trees once more, for crowds and loops: no other code ticks them, as in a game.
pub mod crowds {
    use super::*;

    texts::door! {
        /// W1.
        Door
    }

    texts::sentry! {
        /// W2.
        Sentry
    }

    texts::guard! {
        /// W6.
        Guard
    }

    texts::patrol! {
        /// W7.
        Patrol
    }

    texts::patrol! {
        /// W7, whose agents are skipped while they sleep.
        Sleeper
    }

    texts::watch! {
        /// W8.
        Watch
    }
}

macro_rules! tasks {
    ($($task:ident($number:expr),)*) => {$(
        #[derive(Behavior, Default)]
        #[behavior(context = rounds::Rounds)]
        pub(crate) struct $task {
            runs: u8,
        }

        impl $task {
            #[inline]
            fn run(&mut self, rounds: &mut rounds::Rounds) -> Status {
                rounds::work($number, &mut self.runs, rounds)
            }
        }
    )*};
}

tasks! { Dig(0), Carry(1), Rest(2), }

macro_rules! in_turn {
    ($(#[$attribute:meta])* $name:ident { $($look:item)? }) => {
        $(#[$attribute])*
        #[derive(Composite, Default)]
        #[composite(context = rounds::Rounds)]
        pub struct $name {
            failed: u32,
        }

        impl $name {
            /// The task after the last success.
            #[inline]
            pub fn first(&mut self, rounds: &rounds::Rounds, _: usize) -> Next {
                Next::Child(rounds.next)
            }

            /// The next task, until all have failed.
            #[inline]
            pub fn after(&mut self, _: &rounds::Rounds, task: usize, ended: Status) -> Next {
                self.failed += 1;
                if ended.is_success() || self.failed as usize == rounds::TASKS {
                    return Next::End(ended);
                }
                Next::Child(rounds::after(task))
            }

            $($look)?
        }
    };
}

in_turn! {
    /// Tries the tasks in turn.
    InTurn {}
}

in_turn! {
    /// Tries the tasks in turn, and digs when the alarm is raised.
    InTurnWithLook {
        /// Digs when the alarm is raised.
        #[inline]
        pub fn look(&mut self, rounds: &rounds::Rounds, _: usize) -> bt::Look {
            if rounds.alarm { bt::Look::Switch(0) } else { bt::Look::Stay }
        }
    }
}

bt! {
    /// W9, with a composite.
    pub Rounds(rounds::Rounds) = in_turn < dig, carry, rest >
}

bt! {
    /// W9, with a composite that looks.
    pub RoundsWithLook(rounds::Rounds) = in_turn_with_look < dig, carry, rest >
}

bt! {
    /// W9, with the built-in node.
    pub RoundRobin(rounds::Rounds) = round_robin < dig, carry, rest >
}

/// A tree already has a method of this name that does it.
macro_rules! tick {
    ($($tree:path => $context:path;)*) => {$(
        impl Tick<$context> for $tree {
            #[inline]
            fn tick(&mut self, context: &mut $context) -> Status {
                <$tree>::tick(self, context)
            }
        }
    )*};
}

pub(super) use tick;

tick! {
    Door => door::Room;
    wide::Door => hall::Hall;
    Sentry => sentry::Sentry;
    Deep => deep::Deep;
    Guard => guard::Guard;
    GuardByPriority => guard::Guard;
    GuardBySwitch => guard::Guard;
    Rounds => rounds::Rounds;
    RoundsWithLook => rounds::Rounds;
    RoundRobin => rounds::Rounds;
    crowds::Door => door::Room;
    crowds::Sentry => sentry::Sentry;
    crowds::Guard => guard::Guard;
}

/// Ticks trees that take time.
macro_rules! tick_for {
    ($($tree:path => $context:path;)*) => {$(
        impl TickFor<$context> for $tree {
            #[inline]
            fn tick_for(&mut self, context: &mut $context, frame: Duration) -> Status {
                self.tick_for(frame, context)
            }
        }
    )*};
}

pub(super) use tick_for;

tick_for! {
    Patrol => patrol::Patrol;
    Watch => watch::Watch;
    jittered::Patrol => patrol::Patrol;
    jittered::Watch => watch::Watch;
    crowds::Patrol => patrol::Patrol;
    crowds::Sleeper => patrol::Patrol;
    crowds::Watch => watch::Watch;
}
