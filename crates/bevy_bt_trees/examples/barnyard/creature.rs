//! What all creatures of the barnyard have in common: a body with a history, and the context of their trees.

use std::time::Duration;

/// The length of a frame. As in a game, it is not a whole number of milliseconds.
pub const FRAME: Duration = Duration::from_nanos(16_666_667);

/// The number of the creature that lightning strikes in a frame: one of the creatures that are there from the start.
pub fn struck(frame: u32, creatures: u32) -> u32 {
    (frame * 37 + 11) % creatures
}

/// The body of a creature of any kind.
pub struct Body {
    /// Creatures are numbered in the order of their birth.
    pub number: u32,
    /// The number of the creature that it watches.
    pub mark: u32,
    pub health: u32,
    pub random: u64,
    /// What has happened to the creature.
    pub history: Vec<Event>,
}

/// What happened, and at which place.
pub type Event = (&'static str, f32);

/// The history of each creature, by number.
pub type Histories = std::collections::BTreeMap<u32, Vec<Event>>;

impl Body {
    /// The body of the creature with this number, which watches the creature with the next one.
    pub fn new(number: u32) -> Self {
        Body { number, mark: number + 1, health: 3, random: u64::from(number), history: Vec::new() }
    }

    /// A random number from 0 to 1 (splitmix64).
    pub fn draw(&mut self) -> f32 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }
}

/// The message of a wolf to the creature that it watches.
#[derive(Clone, Copy, Debug)]
pub struct Bite;

/// The context of all trees. With Bevy it borrows from the world, without Bevy from plain lists.
pub trait Creature {
    fn body(&mut self) -> &mut Body;

    fn place(&mut self) -> &mut f32;

    /// The distance to its mark before this frame; `None` if the mark is gone.
    fn distance(&self) -> Option<f32>;

    /// Bites its mark.
    fn bite(&mut self);

    /// Lays an egg from which a chick hatches after this frame.
    fn hatch(&mut self);

    /// Is removed after this frame.
    fn die(&mut self);

    fn note(&mut self, what: &'static str) {
        let place = *self.place();
        self.body().history.push((what, place));
    }
}
