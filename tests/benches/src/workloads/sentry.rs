//! W2: a sentry that reacts to what it senses, and flies patrols when there is nothing.

use bt::Status;

use crate::world::World;

/// The sentry, what it senses, and what it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentry {
    /// Its senses: each byte is a sensor. A linear congruential generator draws all of them before each tick.
    pub senses: u64,
    /// How far the next node of the patrol is away.
    pub goto: f32,
    /// How many ticks are left to wait there.
    pub wait: f32,
    /// How alarmed it is.
    pub alarm: f32,
    /// What its bombs have done.
    pub damage: f32,
    /// Where it aims.
    pub aim: f32,
    /// Where it looks.
    pub heading: f32,
}

impl Sentry {
    /// What a sensor shows. Sensors are counted from the highest byte: the low bytes of such a generator are poor.
    #[inline(always)]
    fn sense(&self, sensor: usize) -> u8 {
        self.senses.to_be_bytes()[sensor]
    }

    /// How far away the enemy is.
    #[inline(always)]
    fn distance(&self) -> f32 {
        f32::from(self.sense(2)) * 0.1
    }
}

impl World for Sentry {
    const NAME: &'static str = "W2 sentry";

    fn drawn(chance: u64) -> Self {
        Sentry { senses: chance, ..Sentry::default() }
    }

    #[inline(always)]
    fn prepare(&mut self) {
        self.senses = self.senses.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
}

/// Whether something unexpected happens.
#[inline(always)]
pub fn is_surprised(sentry: &Sentry) -> bool {
    sentry.sense(0) < 26
}

/// Is alarmed.
#[inline(always)]
pub fn react(sentry: &mut Sentry) {
    sentry.alarm = sentry.alarm * 0.5 + 1.0;
}

/// Whether it sees an enemy.
#[inline(always)]
pub fn can_see(sentry: &Sentry) -> bool {
    sentry.sense(1) < 51
}

/// Whether the enemy is near.
#[inline(always)]
pub fn within(sentry: &Sentry) -> bool {
    sentry.distance() < 10.0
}

/// Throws a bomb.
#[inline(always)]
pub fn bomb(sentry: &mut Sentry) {
    sentry.damage = sentry.damage * 0.75 + sentry.distance();
}

/// Whether it has a target.
#[inline(always)]
pub fn has_target(sentry: &Sentry) -> bool {
    sentry.sense(3) < 26
}

/// Turns to the target.
#[inline(always)]
pub fn track(sentry: &mut Sentry) {
    sentry.aim += (sentry.distance() - sentry.aim) * 0.25;
}

/// Whether it has heard something.
#[inline(always)]
pub fn has_noise(sentry: &Sentry) -> bool {
    sentry.sense(4) < 26
}

/// Turns to what it has heard.
#[inline(always)]
pub fn target_noise(sentry: &mut Sentry) {
    sentry.heading = sentry.heading * 0.875 + sentry.distance();
}

/// Whether it is low enough to fly a patrol.
#[inline(always)]
pub fn is_low(sentry: &Sentry) -> bool {
    sentry.sense(5) < 230
}

/// Chooses the next node, and how long to wait there: 3 to 6 ticks.
#[inline(always)]
pub fn fly_patrol(sentry: &mut Sentry) {
    sentry.goto = 4.0;
    sentry.wait = f32::from(3 + (sentry.sense(6) >> 6));
}

/// Flies to the node.
#[inline(always)]
pub fn goto_node(sentry: &mut Sentry) -> Status {
    sentry.goto -= 0.5;
    if sentry.goto <= 0.0 { Status::Success } else { Status::Running }
}

/// Waits there.
#[inline(always)]
pub fn wait_random(sentry: &mut Sentry) -> Status {
    sentry.wait -= 1.0;
    if sentry.wait <= 0.0 { Status::Success } else { Status::Running }
}
