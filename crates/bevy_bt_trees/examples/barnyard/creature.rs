//! What all creatures of the barnyard are: a body with a history, and what their trees may do with it.

use std::time::Duration;

/// How long a frame is. It is no whole number of milliseconds, as in a game.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);

/// Whom lightning strikes in a frame: a number of one of the first creatures.
pub fn struck(frame: u32, creatures: u32) -> u32 {
    (frame * 37 + 11) % creatures
}

/// A creature of whatever kind.
pub struct Body {
    /// Counts the creatures in the order in which they are born.
    pub number: u32,
    /// Whom it looks at: the number of another creature.
    pub mark: u32,
    pub health: u32,
    pub random: u64,
    /// What has happened to it.
    pub history: Vec<Event>,
}

/// What happened, and where.
pub type Event = (&'static str, f32);

/// What is written down about a creature when it is gone, or when the day is over.
pub type Histories = std::collections::BTreeMap<u32, Vec<Event>>;

impl Body {
    /// The creature with this number. Of any three that are neighbours, each looks at the next.
    pub fn new(number: u32) -> Self {
        Body { number, mark: number + 1, health: 3, random: u64::from(number), history: Vec::new() }
    }

    /// A number from 0 to 1 that is different each time (splitmix64).
    pub fn draw(&mut self) -> f32 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// What a wolf does to its mark.
#[derive(Clone, Copy, Debug)]
pub struct Bite;

/// The context of all trees: with Bevy it borrows from a world, without it from plain lists.
pub trait Creature {
    fn body(&mut self) -> &mut Body;

    fn place(&mut self) -> &mut f32;

    /// How far its mark was away before this frame; `None` if it is gone.
    fn distance(&self) -> Option<f32>;

    /// Bites its mark.
    fn bite(&mut self);

    /// Brings a chick into the world.
    fn hatch(&mut self);

    /// Leaves the world.
    fn die(&mut self);

    fn note(&mut self, what: &'static str) {
        let place = *self.place();
        self.body().history.push((what, place));
    }
}
