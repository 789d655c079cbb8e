//! `bt`, with closures instead of leaf types for leaves without state.

use std::time::Duration;

use bt::{Status, bt};

use super::ours::walk;
use super::ours::{Aim, Goto, tick, tick_for};
use super::texts;
use crate::workloads::{guard, patrol, sentry};
use crate::world::{Tick, TickFor};

texts::sentry_of_closures! {
    /// W2.
    Sentry
}

bt! {
    /// What the guard does when it sees an enemy.
    pub Attack(guard::Guard) = sequence < aim, action(|guard| guard::shoot(guard)) >
}

bt! {
    /// What it does when it has heard something.
    pub Look(guard::Guard) = sequence < action(|guard| guard::turn(guard)), goto, action(|guard| guard::count(guard)) >
}

bt! {
    /// W6.
    pub Guard(guard::Guard) = reactive_selector <
        guard(|guard| guard.enemy) < attack >,
        guard(|guard| guard.noise) < look >,
        sequence < goto, action(|guard| guard::arrive(guard)) >,
    >
}

bt! {
    /// W7.
    pub Patrol(patrol::Patrol) = sequence <
        wait(0.1),
        walk::goto,
        timeout(0.5) < walk::goto >,
        action(|patrol| patrol::arrive(patrol)),
    >
}

tick! {
    Sentry => sentry::Sentry;
    Guard => guard::Guard;
}

tick_for! {
    Patrol => patrol::Patrol;
}
