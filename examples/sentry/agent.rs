//! The context of a tree: an agent with a memory, a random number generator, and parts for the systems.

use bt::{Memory, Random, Remembers};
use glam::{Vec2, vec2};
use rand::RngExt;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::level::NavMesh;

/// Facts to remember. The value says whether the fact is true; most have a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    IsSurprised,
    /// Where the player was seen.
    Player,
    /// Where a noise came from.
    Noise,
    /// From where it was hurt, and whether it has not yet reacted.
    Hurt,
    /// Where to go.
    Target,
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Awareness {
    Low,
    Medium,
    High,
}

impl Awareness {
    /// The factor of its speed and its range of sight, compared with an unaware agent.
    pub fn factor(self) -> f32 {
        match self {
            Awareness::Low => 1.0,
            Awareness::Medium => 1.25,
            Awareness::High => 1.5,
        }
    }
}

/// The command for the steering system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steering {
    Stop,
    Arrive(Vec2),
    /// Follows the player, as long as the player is seen.
    Chase,
}

/// The effect of an agent on the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    Bomb { at: Vec2, kind: BombKind },
    Shot,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BombKind {
    /// It sinks slowly.
    Floating,
}

/// The parameters of an agent.
#[derive(Clone, Copy)]
pub struct Kind {
    pub speed: f32,
    pub sight: f32,
    /// How high above its goals it stays.
    pub hover: f32,
    /// The range of its attack, along the ground.
    pub range: f32,
    /// How long it remembers, in seconds.
    pub memory: f32,
}

pub const SENTRY: Kind = Kind { speed: 80.0, sight: 150.0, hover: 56.0, range: 24.0, memory: 3.0 };
pub const GUARD: Kind = Kind { speed: 48.0, sight: 160.0, hover: 0.0, range: 120.0, memory: 9.0 };

/// The context of the trees.
#[derive(Clone)]
pub struct Agent {
    pub name: &'static str,
    pub kind: Kind,
    pub at: Vec2,
    /// How far from its goals it stays: in a pack, each has its own place.
    pub aside: Vec2,
    pub mesh: NavMesh,
    /// The nodes of its patrol, the next one first.
    pub route: Vec<Vec2>,
    /// Where it sees the player.
    pub sees: Option<Vec2>,
    pub awareness: Awareness,
    /// Whether its awareness has risen since the last check.
    pub startled: bool,
    pub memory: Memory<Fact, bool, Vec2>,
    pub steering: Steering,
    pub deeds: Vec<Deed>,
    /// Its events in this frame.
    pub news: Vec<String>,
    pub chance: Pcg32,
}

impl Agent {
    pub fn new(name: &'static str, kind: Kind, mesh: NavMesh, route: Vec<Vec2>, seed: u64) -> Self {
        Agent {
            name,
            at: route[0],
            aside: Vec2::ZERO,
            mesh,
            route,
            sees: None,
            awareness: Awareness::Low,
            startled: false,
            memory: Memory::new(kind.memory),
            steering: Steering::Stop,
            deeds: Vec::new(),
            news: Vec::new(),
            chance: Pcg32::seed_from_u64(seed),
            kind,
        }
    }

    pub fn place_of(&self, fact: Fact) -> Option<Vec2> {
        self.memory.recall(&fact)?.position.copied()
    }

    pub fn tell(&mut self, news: impl Into<String>) {
        self.news.push(news.into());
    }

    /// Where it stays in order to be above a place.
    pub fn above(&self, place: Vec2) -> Vec2 {
        place + self.aside + vec2(0.0, self.kind.hover)
    }

    /// Its speed, in pixels a second.
    pub fn speed(&self) -> f32 {
        self.kind.speed * self.awareness.factor()
    }

    pub fn sight(&self) -> f32 {
        self.kind.sight * self.awareness.factor()
    }

    /// How aware it is, and what it has remembered for how many seconds.
    pub fn mind(&self) -> String {
        let mut mind = format!("{:?}", self.awareness);
        for (fact, memory) in self.memory.iter().filter(|(fact, _)| **fact != Fact::IsSurprised) {
            mind += &format!(", {fact:?} {:.1}", memory.age.as_secs_f32());
        }
        mind.to_lowercase()
    }

    // Conditions and actions for which a tree needs no type.

    pub fn is_startled(&mut self) -> bool {
        std::mem::take(&mut self.startled)
    }

    pub fn can_see_player(&self) -> bool {
        self.sees.is_some()
    }

    /// Whether the player is in range, as far as it knows.
    pub fn within_range(&self) -> bool {
        self.place_of(Fact::Player).is_some_and(|player| (player.x - self.at.x).abs() <= self.kind.range)
    }

    pub fn stop(&mut self) {
        self.steering = Steering::Stop;
    }

    /// Heads for the next node of its route.
    pub fn set_out(&mut self) {
        self.steering = Steering::Arrive(self.route[0]);
    }

    /// Draws the next node, anywhere on its platform.
    pub fn draw_node(&mut self) {
        self.route[0].x = self.chance.random_range(self.mesh.low.x..=self.mesh.high.x);
    }

    pub fn shoot(&mut self) {
        self.deeds.push(Deed::Shot);
        self.tell("fires");
    }
}

impl Remembers for Agent {
    type Memory = Memory<Fact, bool, Vec2>;

    fn memory(&self) -> &Self::Memory {
        &self.memory
    }

    fn memory_mut(&mut self) -> &mut Self::Memory {
        &mut self.memory
    }
}

impl Random for Agent {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}
