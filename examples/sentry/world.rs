//! The game around the trees: systems that sense, grow aware and steer, the player, and what bombs do.

use std::time::Duration;

use crate::agent::{Agent, Awareness, BombKind, Deed, Fact, GUARD, SENTRY, Steering};
use crate::level::{LEVEL, NavMesh, Point, centre, distance, is_free, is_rock, marked, tile_at, towards};
use crate::trees::{GuardStatic, SentryPatrol};

pub const FRAME: Duration = Duration::from_millis(50);

struct Noise {
    at: Point,
    /// From how far it is heard.
    loudness: f32,
}

/// What is heard and seen goes into the memory. Who is seen is also the target: in this game all are after the player.
fn sense(agent: &mut Agent, player: Point, noises: &[Noise]) {
    let is_seen = distance(agent.at, player) <= agent.kind.sight && is_free(agent.at, player);
    agent.sees = is_seen.then_some(player);
    if is_seen {
        agent.memory.insert_at(Fact::Player, true, player);
        agent.memory.insert_at(Fact::Target, true, player);
    }
    for noise in noises.iter().filter(|noise| distance(agent.at, noise.at) <= noise.loudness) {
        agent.memory.insert_at(Fact::Noise, true, noise.at);
    }
}

/// High is for who sees the player, or did so within a second; medium for who has something on its mind.
fn become_aware(agent: &mut Agent) {
    let awareness = match agent.memory.recall(&Fact::Player) {
        Some(player) if player.age <= Duration::from_secs(1) => Awareness::High,
        Some(_) => Awareness::Medium,
        None if agent.memory.contains_key(&Fact::Noise) => Awareness::Medium,
        None => Awareness::Low,
    };
    agent.startled |= awareness > agent.awareness;
    agent.awareness = awareness;
}

/// Moves the agent where its tree wants to have it, as far as it can go there.
pub fn steer(agent: &mut Agent) {
    let goal = match (agent.steering, agent.sees) {
        (Steering::Arrive(goal), _) => goal,
        (Steering::Chase, Some([x, y])) => [x, y + agent.kind.hover],
        (Steering::Chase, None) | (Steering::Stop, _) => return,
    };
    agent.at = towards(agent.at, agent.mesh.nearest(goal), agent.kind.speed * FRAME.as_secs_f32());
}

/// What the player does, and when.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// Runs to a column.
    Run(usize),
    /// Throws a stone that falls down in a column.
    Throw(usize),
}

pub struct Player {
    pub at: Point,
    goal: Point,
    pub hits: u32,
    /// What is still to come, with the seconds at which it comes.
    script: &'static [(f32, Act)],
}

impl Player {
    pub fn new(column: usize, script: &'static [(f32, Act)]) -> Self {
        let at = ground(column);
        Player { at, goal: at, hits: 0, script }
    }

    fn run(&mut self) {
        self.at = towards(self.at, self.goal, 112.0 * FRAME.as_secs_f32());
    }

    /// What it begins to do now.
    fn next_act(&mut self, now: Duration) -> Option<Act> {
        let ((seconds, act), rest) = self.script.split_first()?;
        if now.as_secs_f32() < *seconds {
            return None;
        }
        self.script = rest;
        Some(*act)
    }
}

/// The place on the ground in a column.
pub fn ground(column: usize) -> Point {
    centre([column, LEVEL.len() - 2])
}

pub struct Bomb {
    at: Point,
    kind: BombKind,
}

impl Bomb {
    /// Whether it bursts: at the player, or where it meets rock.
    fn fall(&mut self, player: Point) -> bool {
        let pixels_a_second = match self.kind {
            BombKind::Floating => 64.0,
        };
        self.at[1] -= pixels_a_second * FRAME.as_secs_f32();
        distance(self.at, player) < 8.0 || is_rock(tile_at(self.at))
    }
}

/// Something that has happened, and what was on the mind of who did it.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub time: Duration,
    pub who: &'static str,
    pub what: String,
    pub mind: String,
}

pub struct World {
    frames: u32,
    pub player: Player,
    pub sentry: Agent,
    sentry_tree: SentryPatrol,
    pub guard: Agent,
    guard_tree: GuardStatic,
    pub bombs: Vec<Bomb>,
    noises: Vec<Noise>,
    pub events: Vec<Event>,
}

impl World {
    pub fn new(seed: u64, player: Player) -> Self {
        let (patrol, post) = (vec![marked('b'), marked('a')], vec![marked('c')]);
        World {
            frames: 0,
            player,
            sentry: Agent::new(SENTRY, NavMesh::air(patrol[0]), patrol, seed),
            sentry_tree: SentryPatrol::new(),
            guard: Agent::new(GUARD, NavMesh::platform(post[0]), post, seed.wrapping_add(1)),
            guard_tree: GuardStatic::new(),
            bombs: Vec::new(),
            noises: Vec::new(),
            events: Vec::new(),
        }
    }

    pub fn now(&self) -> Duration {
        FRAME * self.frames
    }

    pub fn frame(&mut self) {
        self.player.run();
        if let Some(act) = self.player.next_act(self.now()) {
            self.begin(act);
        }
        let noises = std::mem::take(&mut self.noises);
        for agent in [&mut self.sentry, &mut self.guard] {
            agent.memory.advance(FRAME);
            sense(agent, self.player.at, &noises);
            become_aware(agent);
        }
        self.sentry_tree.tick_for(FRAME, &mut self.sentry);
        self.guard_tree.tick_for(FRAME, &mut self.guard);
        self.follow_up();
        self.let_bombs_fall();
        self.frames += 1;
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
        }
    }

    /// What the trees have decided happens.
    fn follow_up(&mut self) {
        let mut news = Vec::new();
        for agent in [&mut self.sentry, &mut self.guard] {
            steer(agent);
            for deed in agent.deeds.drain(..) {
                match deed {
                    Deed::Bomb { at, kind } => self.bombs.push(Bomb { at, kind }),
                    Deed::Shot => {
                        // It misses who runs.
                        self.player.hits += u32::from(self.player.at == self.player.goal);
                        self.noises.push(Noise { at: agent.at, loudness: 320.0 });
                    }
                }
            }
            let mind = agent.mind();
            news.extend(agent.news.drain(..).map(|what| (agent.kind.name, what, mind.clone())));
        }
        for (who, what, mind) in news {
            self.happens(who, what, mind);
        }
    }

    fn let_bombs_fall(&mut self) {
        let player = self.player.at;
        let burst: Vec<Bomb> = self.bombs.extract_if(.., |bomb| bomb.fall(player)).collect();
        for bomb in burst {
            let hit = distance(bomb.at, player) < 12.0;
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
        let actors = [(self.player.at, '@'), (self.sentry.at, 'S'), (self.guard.at, 'G')];
        for (at, sign) in bombs.chain(actors) {
            let [column, row] = tile_at(at);
            tiles[row][column] = sign;
        }
        tiles.into_iter().map(|row| format!("    {}\n", row.into_iter().collect::<String>())).collect()
    }
}
