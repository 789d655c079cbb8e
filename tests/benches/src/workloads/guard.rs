//! W6: a guard that shoots at enemies, looks where a noise was, and patrols when there is nothing.

use bt::Status;

use super::way::Way;
use crate::world::World;

/// The guard, what it senses, and what it has done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guard {
    /// The events: drawn before each tick, by a linear congruential generator.
    pub chance: u64,
    /// Whether it sees an enemy.
    pub enemy: bool,
    /// Whether it has heard something.
    pub noise: bool,
    /// Where it goes.
    pub way: Way,
    /// How often it has shot.
    pub shots: u32,
    /// How often it has looked where a noise was.
    pub looks: u32,
    /// How often it has come to the end of its patrol.
    pub rounds: u32,
}

impl World for Guard {
    const NAME: &'static str = "W6 guard";

    fn drawn(chance: u64) -> Self {
        Guard { chance, way: Way::drawn(chance), ..Guard::default() }
    }

    #[inline(always)]
    fn prepare(&mut self) {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let [enemy, noise, ..] = self.chance.to_be_bytes();
        self.enemy ^= enemy <= 6;
        self.noise |= noise <= 3;
    }
}

/// The runs that aiming takes.
pub const AIM: u8 = 4;

/// Aims; `runs` is how often it has done so.
#[inline(always)]
pub fn aim(runs: &mut u8) -> Status {
    *runs += 1;
    if *runs < AIM { Status::Running } else { Status::Success }
}

/// Shoots at the enemy.
#[inline(always)]
pub fn shoot(guard: &mut Guard) {
    guard.shots += 1;
}

/// Turns to the noise, which is over now.
#[inline(always)]
pub fn turn(guard: &mut Guard) {
    guard.way.turn_round();
    guard.noise = false;
}

/// Goes on.
#[inline(always)]
pub fn goto(guard: &mut Guard) -> Status {
    guard.way.goto()
}

/// Has looked.
#[inline(always)]
pub fn count(guard: &mut Guard) {
    guard.looks += 1;
}

/// Is at the end of the patrol, and turns round.
#[inline(always)]
pub fn arrive(guard: &mut Guard) {
    guard.rounds += 1;
    guard.way.turn_round();
}
