//! `bt`.

use std::time::Duration;

use bt::{Behavior, Composite, Next, Status, bt};

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

bt! {
    /// W1.
    pub Door(door::Room) = sequence < walk, open_door, step_through, close_door >
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

bt! {
    /// W2.
    pub Sentry(sentry::Sentry) = selector <
        sequence < is_surprised, react >,
        sequence < can_see, within, bomb >,
        sequence < has_target, track >,
        sequence < has_noise, target_noise >,
        sequence < is_low, fly_patrol, goto_node, wait_random >,
    >
}

/// A leaf of W3.
#[derive(Behavior, Default)]
#[behavior(context = deep::Deep)]
struct Leaf<const NUMBER: u8>;

impl<const NUMBER: u8> Leaf<NUMBER> {
    #[inline]
    fn run(&self, deep: &mut deep::Deep) -> Status {
        deep::leaf(NUMBER, deep)
    }
}

bt! {
    /// W3.
    pub Deep(deep::Deep) = sequence <
        selector <
            sequence <
                selector <
                    sequence <
                        selector < leaf::<0>, leaf::<1> >,
                        selector < leaf::<2>, leaf::<3> >,
                    >,
                    sequence <
                        selector < leaf::<4>, leaf::<5> >,
                        selector < leaf::<6>, leaf::<7> >,
                    >,
                >,
                inverter < selector <
                    sequence <
                        selector < leaf::<8>, leaf::<9> >,
                        selector < leaf::<10>, leaf::<11> >,
                    >,
                    sequence <
                        selector < leaf::<12>, leaf::<13> >,
                        selector < leaf::<14>, leaf::<15> >,
                    >,
                > >,
            >,
            sequence <
                selector <
                    sequence <
                        selector < leaf::<16>, leaf::<17> >,
                        selector < leaf::<18>, leaf::<19> >,
                    >,
                    sequence <
                        selector < leaf::<20>, leaf::<21> >,
                        selector < leaf::<22>, leaf::<23> >,
                    >,
                >,
                inverter < selector <
                    sequence <
                        selector < leaf::<24>, leaf::<25> >,
                        selector < leaf::<26>, leaf::<27> >,
                    >,
                    sequence <
                        selector < leaf::<28>, leaf::<29> >,
                        selector < leaf::<30>, leaf::<31> >,
                    >,
                > >,
            >,
        >,
        inverter < selector <
            sequence <
                selector <
                    sequence <
                        selector < leaf::<32>, leaf::<33> >,
                        selector < leaf::<34>, leaf::<35> >,
                    >,
                    sequence <
                        selector < leaf::<36>, leaf::<37> >,
                        selector < leaf::<38>, leaf::<39> >,
                    >,
                >,
                inverter < selector <
                    sequence <
                        selector < leaf::<40>, leaf::<41> >,
                        selector < leaf::<42>, leaf::<43> >,
                    >,
                    sequence <
                        selector < leaf::<44>, leaf::<45> >,
                        selector < leaf::<46>, leaf::<47> >,
                    >,
                > >,
            >,
            sequence <
                selector <
                    sequence <
                        selector < leaf::<48>, leaf::<49> >,
                        selector < leaf::<50>, leaf::<51> >,
                    >,
                    sequence <
                        selector < leaf::<52>, leaf::<53> >,
                        selector < leaf::<54>, leaf::<55> >,
                    >,
                >,
                inverter < selector <
                    sequence <
                        selector < leaf::<56>, leaf::<57> >,
                        selector < leaf::<58>, leaf::<59> >,
                    >,
                    sequence <
                        selector < leaf::<60>, leaf::<61> >,
                        selector < leaf::<62>, leaf::<63> >,
                    >,
                > >,
            >,
        > >,
    >
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
pub(super) struct Aim {
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

bt! {
    /// W6.
    pub Guard(guard::Guard) = reactive_selector <
        guard(|guard| guard.enemy) < attack >,
        guard(|guard| guard.noise) < look >,
        sequence < goto, arrive >,
    >
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

pub(super) mod walk {
    //! The leaves of W7.

    use super::{Behavior, Status, patrol};

    leaves! { patrol::Patrol:
        Goto(patrol::goto) -> Status,
        Arrive(patrol::arrive) -> (),
    }
}

bt! {
    /// W7.
    pub Patrol(patrol::Patrol) = sequence < wait(0.1), walk::goto, timeout(0.5) < walk::goto >, walk::arrive >
}

pub(super) mod stand {
    //! The leaves of W8.

    use super::{Behavior, Status, watch};

    leaves! { watch::Watch:
        Goto(watch::goto) -> Status,
        Arrive(watch::arrive) -> (),
    }
}

bt! {
    /// W8.
    pub Watch(watch::Watch) = sequence < wait(4.0), stand::goto, stand::arrive >
}

/// The same trees for frames of run time. They are types of their own, since a game ticks a tree in one place, where its
/// code is inlined.
pub mod jittered {
    use super::{bt, patrol, stand, walk, watch};

    bt! {
        /// W7.
        pub Patrol(patrol::Patrol) = sequence < wait(0.1), walk::goto, timeout(0.5) < walk::goto >, walk::arrive >
    }

    bt! {
        /// W8.
        pub Watch(watch::Watch) = sequence < wait(4.0), stand::goto, stand::arrive >
    }
}

/// The same trees once more, for crowds beside loops: no other code ticks them, as in a game.
pub mod crowds {
    use super::*;

    bt! {
        /// W1.
        pub Door(door::Room) = sequence < walk, open_door, step_through, close_door >
    }

    bt! {
        /// W2.
        pub Sentry(sentry::Sentry) = selector <
            sequence < is_surprised, react >,
            sequence < can_see, within, bomb >,
            sequence < has_target, track >,
            sequence < has_noise, target_noise >,
            sequence < is_low, fly_patrol, goto_node, wait_random >,
        >
    }

    bt! {
        /// W6.
        pub Guard(guard::Guard) = reactive_selector <
            guard(|guard| guard.enemy) < attack >,
            guard(|guard| guard.noise) < look >,
            sequence < goto, arrive >,
        >
    }

    bt! {
        /// W7.
        pub Patrol(patrol::Patrol) = sequence < wait(0.1), walk::goto, timeout(0.5) < walk::goto >, walk::arrive >
    }

    bt! {
        /// W7, whose agents are skipped while they sleep.
        pub Sleeper(patrol::Patrol) = sequence < wait(0.1), walk::goto, timeout(0.5) < walk::goto >, walk::arrive >
    }

    bt! {
        /// W8.
        pub Watch(watch::Watch) = sequence < wait(4.0), stand::goto, stand::arrive >
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

/// A tree already has a method of that name, which does it.
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

/// The same for a tree that takes time.
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
