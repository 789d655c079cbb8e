//! The game around the trees: the systems for senses, awareness and steering, the player, and bombs.

use std::time::Duration;

use bt::Status;
use bt_examples::replay::Replay;
use glam::{Vec2, vec2};

use crate::agent::{Agent, Awareness, BombKind, Deed, Fact, GUARD, Kind, SENTRY, Steering};
use crate::level::{LEVEL, NavMesh, centre, ground, is_free, is_rock, marked, tile_at};
use crate::player::{Act, Player};
use crate::trees::{GuardPatrol, GuardStatic, GuardWander, SentryPatrol};

/// The game has fixed steps, so that checks once per step are the same at every frame rate.
pub const STEP: Duration = Duration::from_millis(50);
/// How far an agent searches for its attacker.
const SEARCH: f32 = 96.0;

pub struct Noise {
    pub at: Vec2,
    /// The distance at which it is heard.
    pub loudness: f32,
}

/// Sounds and sights go into the memory. A visible player is also the target: in this game all agents hunt the
/// player.
pub fn sense(agent: &mut Agent, player: Vec2, noises: &[Noise]) {
    let is_seen = agent.at.distance(player) <= agent.sight() && is_free(agent.at, player);
    agent.sees = is_seen.then_some(player);
    if is_seen {
        agent.memory.insert_at(Fact::Player, true, player);
        agent.memory.insert_at(Fact::Target, true, player);
    }
    for noise in noises.iter().filter(|noise| agent.at.distance(noise.at) <= noise.loudness) {
        agent.memory.insert_at(Fact::Noise, true, noise.at);
    }
}

/// High for an agent that sees the player, or did so within a second, or was hurt; medium for one with any other
/// memory.
pub fn become_aware(agent: &mut Agent) {
    let awareness = match agent.memory.recall(&Fact::Player) {
        Some(player) if player.age <= Duration::from_secs(1) => Awareness::High,
        _ if agent.memory.contains_key(&Fact::Hurt) => Awareness::High,
        Some(_) => Awareness::Medium,
        None if agent.memory.contains_key(&Fact::Noise) => Awareness::Medium,
        None => Awareness::Low,
    };
    agent.startled |= awareness > agent.awareness;
    agent.awareness = awareness;
}

/// Moves the agent towards the goal of its tree, as far as possible.
pub fn steer(agent: &mut Agent) {
    let goal = match (agent.steering, agent.sees) {
        (Steering::Arrive(goal), _) => goal,
        (Steering::Chase, Some(player)) => agent.above(player),
        (Steering::Chase, None) | (Steering::Stop, _) => return,
    };
    agent.at = agent.at.move_towards(agent.mesh.nearest(goal), agent.speed() * STEP.as_secs_f32());
}

pub struct Bomb {
    pub at: Vec2,
    kind: BombKind,
}

impl Bomb {
    /// Whether it explodes: at the player, or on rock.
    fn fall(&mut self, player: Vec2) -> bool {
        let pixels_a_second = match self.kind {
            BombKind::Floating => 64.0,
        };
        self.at.y -= pixels_a_second * STEP.as_secs_f32();
        self.at.distance(player) < 8.0 || is_rock(tile_at(self.at))
    }
}

/// An event, and the state of mind of its agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub time: Duration,
    pub who: &'static str,
    pub what: String,
    pub mind: String,
}

impl Event {
    /// What is done, without the next stop of a round.
    pub fn kind(&self) -> &str {
        self.what.split(", to column").next().unwrap_or_default()
    }

    /// Whether it happens too often to be reported.
    pub fn is_routine(&self) -> bool {
        self.what == "is there"
    }

    /// Whether it is counted as a hit.
    pub fn is_hit(&self) -> bool {
        self.what == "hits the player"
    }
}

/// A tree for each kind of agent.
pub enum Brain {
    SentryPatrol(SentryPatrol),
    GuardStatic(GuardStatic),
    GuardPatrol(GuardPatrol),
    GuardWander(GuardWander),
}

impl Brain {
    fn sign(&self) -> char {
        if matches!(self, Brain::SentryPatrol(_)) { 'S' } else { 'G' }
    }

    pub fn tick(&mut self, agent: &mut Agent, replay: &mut Replay) {
        let who = agent.name;
        let status: Status = match self {
            Brain::SentryPatrol(tree) => tree.tick_for_with(STEP, agent, &mut replay.tick::<SentryPatrol>(who, STEP)),
            Brain::GuardStatic(tree) => tree.tick_for_with(STEP, agent, &mut replay.tick::<GuardStatic>(who, STEP)),
            Brain::GuardPatrol(tree) => tree.tick_for_with(STEP, agent, &mut replay.tick::<GuardPatrol>(who, STEP)),
            Brain::GuardWander(tree) => tree.tick_for_with(STEP, agent, &mut replay.tick::<GuardWander>(who, STEP)),
        };
        debug_assert!(status.is_running(), "a brain is never done");
    }
}

pub const PACK: [&str; 6] = ["sentry 1", "sentry 2", "sentry 3", "sentry 4", "sentry 5", "sentry 6"];

pub struct World {
    /// Time that the steps have not covered yet.
    behind: Duration,
    steps: u32,
    pub player: Player,
    pub agents: Vec<(Agent, Brain)>,
    pub bombs: Vec<Bomb>,
    noises: Vec<Noise>,
    pub events: Vec<Event>,
    pub replay: Replay,
}

impl World {
    pub fn new(player: Player) -> Self {
        World {
            behind: Duration::ZERO,
            steps: 0,
            player,
            agents: Vec::new(),
            bombs: Vec::new(),
            noises: Vec::new(),
            events: Vec::new(),
            replay: Replay::off(),
        }
    }

    /// A sentry in the air, and a guard at its post.
    pub fn with_two(seed: u64, player: Player) -> Self {
        let mut world = World::new(player);
        world.add_sentry("sentry", vec![marked('b'), marked('a')], seed);
        world.add_guard("guard", vec![marked('c')], Brain::GuardStatic(GuardStatic::new()), seed.wrapping_add(1));
        world
    }

    /// Six sentries, side by side.
    pub fn with_pack(seed: u64, player: Player) -> Self {
        let mut world = World::new(player);
        for (number, name) in (0..).zip(PACK) {
            let aside = vec2(16.0 * number as f32, 0.0);
            world.add_sentry(name, vec![marked('a') + aside, marked('b') - aside], seed.wrapping_add(number));
        }
        // Two rows of three, with the player below the middle.
        for (number, (agent, _)) in world.agents.iter_mut().enumerate() {
            agent.aside = 16.0 * vec2((number % 3) as f32 - 1.0, (number / 3) as f32);
        }
        world
    }

    /// A guard that walks up and down on the ground, and one that wanders about on its rock.
    pub fn with_guards(seed: u64, player: Player) -> Self {
        let mut world = World::new(player);
        let (patrol, wander) = (GuardPatrol::new(), GuardWander::new());
        world.add_guard("guard", vec![ground(22), ground(28)], Brain::GuardPatrol(patrol), seed);
        world.add_guard("wanderer", vec![centre([33, 5])], Brain::GuardWander(wander), seed.wrapping_add(1));
        world
    }

    fn add(&mut self, name: &'static str, kind: Kind, mesh: NavMesh, route: Vec<Vec2>, brain: Brain, seed: u64) {
        self.agents.push((Agent::new(name, kind, mesh, route, seed), brain));
    }

    pub fn add_sentry(&mut self, name: &'static str, route: Vec<Vec2>, seed: u64) {
        let (mesh, brain) = (NavMesh::air(route[0]), Brain::SentryPatrol(SentryPatrol::new()));
        self.add(name, SENTRY, mesh, route, brain, seed);
    }

    pub fn add_guard(&mut self, name: &'static str, route: Vec<Vec2>, brain: Brain, seed: u64) {
        self.add(name, GUARD, NavMesh::platform(route[0]), route, brain, seed);
    }

    #[cfg(test)]
    pub fn agent(&self, name: &str) -> &Agent {
        let found = self.agents.iter().find(|(agent, _)| agent.name == name);
        &found.expect("somebody has this name").0
    }

    pub fn now(&self) -> Duration {
        STEP * self.steps
    }

    /// Plays a frame, with all steps that begin in it.
    pub fn frame(&mut self, dt: Duration) {
        self.behind += dt;
        while self.behind >= STEP {
            self.behind -= STEP;
            self.step();
        }
    }

    pub fn step(&mut self) {
        self.player.run();
        if let Some(act) = self.player.next_act(self.now()) {
            self.begin(act);
        }
        let noises = std::mem::take(&mut self.noises);
        for (agent, brain) in &mut self.agents {
            agent.memory.advance(STEP);
            sense(agent, self.player.at, &noises);
            become_aware(agent);
            brain.tick(agent, &mut self.replay);
        }
        self.follow_up();
        self.let_bombs_fall();
        self.steps += 1;
    }

    fn begin(&mut self, act: Act) {
        match act {
            Act::Run(column) => {
                self.player.goal = ground(column);
                self.happens("player", format!("runs to column {column}"), String::new());
            }
            Act::Throw(column) => {
                self.noises.push(Noise { at: ground(column), loudness: 240.0 });
                self.happens("player", format!("throws a stone, which falls down in column {column}"), String::new());
            }
            Act::Hit(name) => {
                let player = self.player.at;
                for (agent, _) in self.agents.iter_mut().filter(|(agent, _)| agent.name == name) {
                    let from = agent.at + SEARCH * (player - agent.at).normalize_or_zero();
                    agent.memory.insert_at(Fact::Hurt, true, from);
                }
                self.happens("player", format!("hits the {name}"), String::new());
            }
        }
    }

    /// Carries out the decisions of the trees.
    fn follow_up(&mut self) {
        let mut news = Vec::new();
        for (agent, _) in &mut self.agents {
            steer(agent);
            let mind = agent.mind();
            news.extend(agent.news.drain(..).map(|what| (agent.name, what, mind.clone())));
            for deed in agent.deeds.drain(..) {
                match deed {
                    Deed::Bomb { at, kind } => self.bombs.push(Bomb { at, kind }),
                    Deed::Shot => {
                        // A shot misses a player who runs.
                        let hits = self.player.at == self.player.goal;
                        self.player.hits += u32::from(hits);
                        self.noises.push(Noise { at: agent.at, loudness: 320.0 });
                        let what = if hits { "hits the player" } else { "misses the player, who runs" };
                        news.push(("shot", what.to_owned(), String::new()));
                    }
                }
            }
        }
        for (who, what, mind) in news {
            self.happens(who, what, mind);
        }
    }

    fn let_bombs_fall(&mut self) {
        let player = self.player.at;
        let burst: Vec<Bomb> = self.bombs.extract_if(.., |bomb| bomb.fall(player)).collect();
        for bomb in burst {
            let hit = bomb.at.distance(player) < 12.0;
            self.player.hits += u32::from(hit);
            self.happens("bomb", if hit { "hits the player" } else { "bursts on the rock" }.to_owned(), String::new());
        }
    }

    fn happens(&mut self, who: &'static str, what: String, mind: String) {
        self.events.push(Event { time: self.now(), who, what, mind });
    }

    /// The level from the side.
    pub fn picture(&self) -> String {
        let mut tiles: Vec<Vec<char>> =
            LEVEL.iter().map(|row| row.replace(['a', 'b', 'c'], "+").chars().collect()).collect();
        let bombs = self.bombs.iter().map(|bomb| (bomb.at, 'o'));
        let agents = self.agents.iter().map(|(agent, brain)| (agent.at, brain.sign()));
        for (at, sign) in bombs.chain([(self.player.at, '@')]).chain(agents) {
            let [column, row] = tile_at(at);
            tiles[row][column] = sign;
        }
        tiles.into_iter().map(|row| format!("    {}\n", row.into_iter().collect::<String>())).collect()
    }
}
