//! The context: a creature with its body and its knowledge.

use std::time::Duration;

use bt::{Outcome, Random};
use glam::{Vec2, vec2};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::level::{Map, is_wall};

/// A creature that has moved less between two checks is stuck.
const CREEP: f32 = 5.0;
/// The simulation has fixed steps, so that the frame rate does not change the movement of a body.
const STEP: Duration = Duration::from_millis(5);
/// How fast a creature walks, in units a second.
const TOP_SPEED: f32 = 50.0;
/// How fast its velocity can change, in units a second, each second.
const FORCE: f32 = 150.0;
/// From here on it slows down on its way to a target.
const SLOWING: f32 = 30.0;

/// The blackboard of the nodes of a tree. Each run of the tree has a new one.
#[derive(Debug, Default, PartialEq)]
pub struct Blackboard {
    pub target: Option<Vec2>,
    /// Where the creature was at the last check whether it is stuck.
    pub seen_at: Vec2,
    pub stuck: bool,
}

/// A walk that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub target: Vec2,
    pub end: Vec2,
    /// When it began and ended.
    pub time: [Duration; 2],
    pub outcome: Outcome,
}

/// The context: a creature with its body and its knowledge.
pub struct Npc {
    pub map: Map,
    pub now: Duration,
    /// Time that the steps of the simulation have not covered yet.
    behind: Duration,
    pub position: Vec2,
    velocity: Vec2,
    pub top_speed: f32,
    /// The goal of its steering, if that is on.
    pub arrive_at: Option<Vec2>,
    pub chance: Pcg32,
    pub blackboard: Blackboard,
    pub walk_began: Duration,
    pub walks: Vec<Walk>,
}

impl Random for Npc {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Npc {
    pub fn new(map: Map, seed: u64) -> Self {
        Npc {
            map,
            now: Duration::ZERO,
            behind: Duration::ZERO,
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            top_speed: TOP_SPEED,
            arrive_at: None,
            chance: Pcg32::seed_from_u64(seed),
            blackboard: Blackboard::default(),
            walk_began: Duration::ZERO,
            walks: Vec::new(),
        }
    }

    /// What the root of the tutorial's tree does when it starts.
    pub fn clear_blackboard(&mut self) {
        self.blackboard = Blackboard::default();
    }

    pub fn check_progress(&mut self) {
        self.blackboard.stuck = self.position.distance(self.blackboard.seen_at) < CREEP;
        self.blackboard.seen_at = self.position;
    }

    /// The simulation of a frame.
    pub fn advance(&mut self, dt: Duration) {
        self.now += dt;
        self.behind += dt;
        while self.behind >= STEP {
            self.behind -= STEP;
            self.step(STEP.as_secs_f32());
        }
    }

    fn step(&mut self, seconds: f32) {
        let change = self.arrive() - self.velocity;
        self.velocity += change.clamp_length_max(FORCE * seconds);
        let way = self.velocity * seconds;
        // One axis after the other, so the creature slides along a wall.
        if is_wall(self.map, self.position + vec2(way.x, 0.0)) {
            self.velocity.x = 0.0;
        } else {
            self.position.x += way.x;
        }
        if is_wall(self.map, self.position + vec2(0.0, way.y)) {
            self.velocity.y = 0.0;
        } else {
            self.position.y += way.y;
        }
    }

    /// The steering behavior "arrive" of Craig Reynolds: the desired velocity. Full speed, but slower and slower near
    /// the target.
    fn arrive(&self) -> Vec2 {
        let Some(target) = self.arrive_at else { return Vec2::ZERO };
        let way = target - self.position;
        (way / SLOWING).clamp_length_max(1.0) * self.top_speed
    }
}
