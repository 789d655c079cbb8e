//! `bt`, with closures instead of leaf types for leaves without state.

use std::time::Duration;

use bt::{Status, bt};

use super::ours::walk;
use super::ours::{Aim, Goto, tick, tick_for};
use crate::workloads::{guard, patrol, sentry};
use crate::world::{Tick, TickFor};

bt! {
    /// W2.
    pub Sentry(sentry::Sentry) = selector <
        sequence < condition(|sentry| sentry::is_surprised(sentry)), action(|sentry| sentry::react(sentry)) >,
        sequence <
            condition(|sentry| sentry::can_see(sentry)),
            condition(|sentry| sentry::within(sentry)),
            action(|sentry| sentry::bomb(sentry)),
        >,
        sequence < condition(|sentry| sentry::has_target(sentry)), action(|sentry| sentry::track(sentry)) >,
        sequence < condition(|sentry| sentry::has_noise(sentry)), action(|sentry| sentry::target_noise(sentry)) >,
        sequence <
            condition(|sentry| sentry::is_low(sentry)),
            action(|sentry| sentry::fly_patrol(sentry)),
            action(|sentry| sentry::goto_node(sentry)),
            action(|sentry| sentry::wait_random(sentry)),
        >,
    >
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
