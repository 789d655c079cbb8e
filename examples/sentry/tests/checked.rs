//! Checks what no player can make an agent do, in all states of its tree and its mind.

use std::fmt;
use std::hash::{Hash, Hasher};

use bt::{Memory, Status, TreeFor, bt};
use bt_check::{Agent as Whole, Check, Checkable};
use glam::vec2;
use rand_pcg::Pcg32;

use crate::agent::{Agent, Fact};
use crate::level::ground;
use crate::player::Player;
use crate::trees::{GuardStatic, SentryPatrol};
use crate::world::{Noise, STEP, World, become_aware, sense};

/// A column that neither of the two agents sees.
const FAR: usize = 2;

/// A generator whose first word is small, so that each pause is the shortest. Other pauses would end at ever new
/// moments between two ticks, and there would be no end of states.
fn shortest() -> Pcg32 {
    Pcg32::new(0x100c_f2dc_2741_dd01, 0)
}

/// An agent, and a player who goes from one of two places to the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Scene {
    agent: Mind,
    is_hidden: bool,
    /// A stone falls before the next tick.
    noise: bool,
    has_seen: bool,
    /// It shot, or dropped a bomb, in the last tick.
    attacked: bool,
}

/// An agent that does not move. Two are equal if their trees cannot tell them apart.
#[derive(Clone)]
struct Mind(Agent);

impl Mind {
    fn key(&self) -> impl PartialEq + Hash + use<> {
        let Agent { sees, awareness, startled, memory, at, route, .. } = &self.0;
        let mut facts: Vec<_> = memory.iter().map(|(fact, memory)| (*fact as u8, *memory.value, memory.age)).collect();
        facts.sort_unstable();
        (sees.is_some(), *awareness as u8, *startled, facts, route[0] == *at)
    }
}

impl fmt::Debug for Mind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", if self.0.sees.is_some() { "sees the player" } else { "sees nobody" })
    }
}

impl PartialEq for Mind {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Mind {}

impl Hash for Mind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// One of the agents of the game, with its senses. It remembers for a short time, so that there are few states, and its
/// pauses are the shortest.
fn play<T: TreeFor<Agent, Answer = Status> + Checkable>(number: usize, tree: T) -> Check<'static, Scene, Whole<T>> {
    let (mut agent, _) = World::with_two(1, Player::new(FAR, &[])).agents.swap_remove(number);
    agent.memory = Memory::new(1.0);
    let scene = Scene { agent: Mind(agent), is_hidden: true, noise: false, has_seen: false, attacked: false };
    Check::new(scene, tree)
        .tick(|scene, tree| {
            let agent = &mut scene.agent.0;
            let near = agent.at + vec2(8.0, -8.0);
            let noise = scene.noise.then_some(Noise { at: near, loudness: 240.0 });
            scene.noise = false;
            agent.chance = shortest();
            agent.memory.advance(STEP);
            sense(agent, if scene.is_hidden { ground(FAR) } else { near }, noise.as_slice());
            become_aware(agent);
            let _: Status = tree.tick_for(STEP, agent);
            scene.has_seen |= agent.sees.is_some();
            scene.attacked = !agent.deeds.is_empty();
            agent.deeds.clear();
            agent.news.clear();
        })
        .moves(|scene, next| {
            let how = if scene.is_hidden { "the player comes out" } else { "the player hides" };
            next.may(how, Scene { is_hidden: !scene.is_hidden, ..scene.clone() });
            next.may("a stone falls", Scene { noise: true, ..scene.clone() });
        })
}

fn unseen(scene: &Scene) -> bool {
    scene.attacked && !scene.has_seen
}

fn out_of_sight(scene: &Scene) -> bool {
    scene.attacked && scene.agent.0.sees.is_none()
}

#[test]
fn a_sentry_bombs_only_whom_it_sees() {
    let sentry = play(0, SentryPatrol::new());
    let report = sentry.never("a bomb for somebody out of sight", |now| out_of_sight(now.world)).holds();
    assert!(report.states() > 5000, "{report}");
}

#[test]
fn a_guard_shoots_only_whom_it_has_seen() {
    let guard = play(1, GuardStatic::new());
    let report = guard.never("a shot at somebody never seen", |now| unseen(now.world)).holds();
    assert!(report.states() > 5000, "{report}");
}

/// The guard only looks before the first of its three shots.
#[test]
fn a_guard_goes_on_shooting_when_the_player_hides() {
    let guard = play(1, GuardStatic::new());
    let report = guard.never("a shot at somebody out of sight", |now| out_of_sight(now.world)).run();
    let story = report.counterexample().expect("the player hides after the first shot");
    let last = story.moves().filter(|happens| happens.starts_with("the player")).last();
    assert_eq!((story.ticks(), last), (12, Some("the player hides")), "{story}");
}

bt! {
    /// A guard that looks before each shot.
    #[derive(Clone, PartialEq, Eq, Hash)]
    Careful(Agent) = forever <
        force_success < repeat(3) < sequence < condition(Agent::can_see_player), action(Agent::shoot), wait(0.15) > > >
    >
}

bt! {
    /// A guard that shoots at noises.
    #[derive(Clone, PartialEq, Eq, Hash)]
    Nervous(Agent) = forever < force_success < sequence < recalls(Fact::Noise), action(Agent::shoot), wait(0.15) > > >
}

#[test]
fn a_guard_that_looks_before_each_shot_does_not() {
    play(1, Careful::new()).never("a shot at somebody out of sight", |now| out_of_sight(now.world)).holds();
}

#[test]
fn a_guard_that_shoots_at_noises_is_found() {
    let report = play(1, Nervous::new()).never("a shot at somebody never seen", |now| unseen(now.world)).run();
    let story = report.counterexample().expect("a stone is enough");
    assert!(story.moves().eq(["a stone falls"]), "{story}");
}
