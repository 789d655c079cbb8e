//! A sentry, and its tree.

use bt::{Status, bt, leaf};
use bt_examples::dice::Dice;

/// A sentry: its senses, and its current task.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentry {
    chance: u64,
    pub startled: bool,
    pub sees: bool,
    pub distance: f32,
    pub hears: bool,
    pub bored: bool,
    pub way: f32,
    pub pause: f32,
    pub temper: f32,
}

impl Sentry {
    /// Sentries with different numbers notice different things.
    pub fn new(number: u64) -> Self {
        Sentry {
            chance: Dice::new(number).any(),
            startled: false,
            sees: false,
            distance: 0.0,
            hears: false,
            bored: false,
            way: 0.0,
            pause: 0.0,
            temper: 1.0,
        }
    }

    /// Draws new senses for each tick.
    pub fn look_around(&mut self) {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bytes = self.chance.to_le_bytes();
        self.startled = bytes[7] < 26;
        self.sees = bytes[6] < 51;
        self.distance = f32::from(bytes[5]) / 10.0;
        self.hears = bytes[4] < 52;
        self.bored = bytes[3] < 230;
    }

    /// Begins a walk.
    pub fn set_out(&mut self) {
        self.way = 4.0;
        self.pause = f32::from(3 + (self.chance >> 62) as u8);
    }
}

#[leaf]
#[derive(Clone)]
fn walk(sentry: &mut Sentry) -> Status {
    if sentry.way <= 0.0 {
        return Status::Success;
    }
    sentry.way -= 0.5;
    Status::Running
}

#[leaf]
#[derive(Clone)]
fn pause(sentry: &mut Sentry) -> Status {
    if sentry.pause <= 0.0 {
        return Status::Success;
    }
    sentry.pause -= 1.0;
    Status::Running
}

bt! {
    /// The tasks of a sentry, the most urgent first.
    #[derive(Clone)]
    pub Watch(Sentry) = selector <
        sequence < condition(|sentry| sentry.startled), action(|sentry| sentry.temper = sentry.temper * 0.5 + 1.0) >,
        sequence <
            condition(|sentry| sentry.sees),
            condition(|sentry| sentry.distance < 10.0),
            action(|sentry| sentry.temper = sentry.temper * 0.25 + 2.0),
        >,
        sequence < condition(|sentry| sentry.hears), action(|sentry| sentry.temper = sentry.temper * 0.75 + 3.0) >,
        sequence < condition(|sentry| sentry.bored), action(Sentry::set_out), walk, pause >,
    >
}
