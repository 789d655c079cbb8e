//! The body of a guard, and the view of its tree on the world.

use std::time::Duration;

/// The length of the corridor, in metres.
pub const CORRIDOR: f32 = 40.0;
/// The guard sees a player who is nearer than this.
pub const SIGHT: f32 = 6.0;
/// It gives up a chase when the player is farther away than this.
pub const LOST: f32 = 9.0;
/// How far an arm reaches.
pub const REACH: f32 = 1.5;
/// Speeds in metres a second.
pub const WALK: f32 = 2.5;
pub const RUN: f32 = 4.0;
/// The posts between which the guard walks.
pub const POSTS: [f32; 2] = [6.0, 20.0];

/// The senses of the guard. In a game, events would set them: the player enters a zone, a weapon hits. The conditions
/// of the tree depend on nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Senses {
    pub player_near: bool,
    pub hurt: bool,
}

/// Counters of the guard's tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Conditions that were checked.
    pub asked: u32,
    /// Runs of leaves that move the guard.
    pub moved: u32,
}

#[derive(Debug, Default)]
pub struct Body {
    pub position: f32,
    pub velocity: f32,
    pub senses: Senses,
    pub counts: Counts,
}

impl Body {
    pub fn go(&mut self, velocity: f32) {
        self.velocity = velocity;
        self.counts.moved += 1;
    }

    /// Moves with the velocity of this frame, and resets it. A leaf that stopped in `finish` would stop its
    /// successor: a reactive node aborts the old leaf after the first run of the new one.
    pub fn advance(&mut self, dt: Duration) {
        let way = std::mem::take(&mut self.velocity) * dt.as_secs_f32();
        self.position = (self.position + way).clamp(0.0, CORRIDOR);
    }
}

/// The context: the view of a tree on the world, borrowed for one frame.
pub struct Scene<'w> {
    pub body: &'w mut Body,
    pub player: f32,
}

impl Scene<'_> {
    /// How far the player is to the right.
    pub fn way_to_player(&self) -> f32 {
        self.player - self.body.position
    }
}
