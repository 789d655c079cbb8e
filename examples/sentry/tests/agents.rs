//! One agent, and what a tick of its tree does.

use bt::Status;
use bt_examples::replay::Replay;
use glam::{Vec2, vec2};

use super::HIDDEN;
use crate::agent::{Agent, Awareness, Deed, Fact, GUARD, SENTRY, Steering};
use crate::level::{ground, is_rock, marked, tile_at};
use crate::player::Player;
use crate::trees::Patrol;
use crate::world::{Brain, STEP, World, steer};

#[test]
fn who_has_something_on_its_mind_does_not_patrol() {
    for (awareness, status) in
        [(Awareness::Low, Status::Running), (Awareness::Medium, Status::Failure), (Awareness::High, Status::Failure)]
    {
        let (mut sentry, _) = World::with_two(1, Player::new(HIDDEN, &[])).agents.swap_remove(0);
        sentry.awareness = awareness;
        assert_eq!(Patrol::new().tick_for(STEP, &mut sentry), status);
    }
}

#[test]
fn whatever_the_trees_want_nobody_leaves_its_mesh() {
    for (mut agent, _) in World::with_two(1, Player::new(HIDDEN, &[])).agents {
        let agent = &mut agent;
        for goal in [ground(HIDDEN), marked('a'), vec2(-1000.0, 1000.0), vec2(1000.0, -1000.0)] {
            agent.steering = Steering::Arrive(goal);
            for _ in 0..400 {
                steer(agent);
                assert!(!is_rock(tile_at(agent.at)), "{} is in the rock", agent.name);
            }
            assert_eq!(agent.at, agent.mesh.nearest(goal));
        }
    }
}

#[test]
fn who_is_aware_is_faster_and_sees_farther() {
    let (mut sentry, _) = World::with_two(1, Player::new(HIDDEN, &[])).agents.swap_remove(0);
    sentry.steering = Steering::Arrive(marked('a'));
    for (awareness, pixels, sight) in
        [(Awareness::Low, 4.0, 150.0), (Awareness::Medium, 5.0, 187.5), (Awareness::High, 6.0, 225.0)]
    {
        sentry.awareness = awareness;
        let before = sentry.at;
        steer(&mut sentry);
        assert!((sentry.at.distance(before) - pixels).abs() < 1e-3, "{awareness:?}");
        assert_eq!(sentry.sight(), sight);
    }
}

/// Lets an agent see the player at this distance, in pixels.
pub fn see(agent: &mut Agent, away: Vec2) {
    agent.sees = Some(agent.at + away);
    agent.memory.insert_at(Fact::Player, true, agent.at + away);
}

/// The goal of an agent after one tick of its tree, if it was moving and sees the player at this distance.
fn attack(mut world: World, number: usize, away: f32) -> Agent {
    let (mut agent, mut brain) = world.agents.swap_remove(number);
    agent.steering = Steering::Arrive(vec2(0.0, 0.0));
    see(&mut agent, vec2(away, 0.0));
    agent.memory.insert_at(Fact::Noise, true, agent.at);
    brain.tick(&mut agent, &mut Replay::off());
    agent
}

#[test]
fn who_attacks_forgets_noises_and_a_guard_stops_for_it() {
    let sentry = attack(World::with_two(1, Player::new(HIDDEN, &[])), 0, 0.0);
    assert_eq!((sentry.steering, sentry.memory.get(&Fact::Noise)), (Steering::Chase, None));
    for guard in [
        attack(World::with_two(1, Player::new(HIDDEN, &[])), 1, 0.0),
        attack(World::with_guards(1, Player::new(HIDDEN, &[])), 0, 0.0),
        attack(World::with_guards(1, Player::new(HIDDEN, &[])), 1, 0.0),
    ] {
        assert_eq!((guard.steering, guard.memory.get(&Fact::Noise)), (Steering::Stop, None));
    }
}

#[test]
fn who_is_on_its_round_leaves_it_for_the_player() {
    for number in [0, 1] {
        let (mut guard, mut brain) = World::with_guards(1, Player::new(HIDDEN, &[])).agents.swap_remove(number);
        brain.tick(&mut guard, &mut Replay::off());
        assert!(matches!(guard.steering, Steering::Arrive(_)), "{}", guard.name);
        see(&mut guard, vec2(0.0, 0.0));
        brain.tick(&mut guard, &mut Replay::off());
        assert_eq!(guard.steering, Steering::Stop, "{}", guard.name);
    }
}

#[test]
fn nobody_attacks_from_beyond_its_range() {
    for (number, range) in [(0, SENTRY.range), (1, GUARD.range)] {
        for (away, deeds) in [(range - 0.1, 1), (range + 0.1, 0), (0.1 - range, 1), (-range - 0.1, 0)] {
            let agent = attack(World::with_two(1, Player::new(HIDDEN, &[])), number, away);
            assert_eq!(agent.deeds.len(), deeds, "{}, {away} pixels away", agent.name);
        }
    }
}

#[test]
fn a_bomb_falls_from_right_below_the_sentry() {
    let agent = attack(World::with_two(1, Player::new(HIDDEN, &[])), 0, 0.0);
    let below = agent.at + vec2(0.0, -6.0);
    assert!(matches!(agent.deeds[..], [Deed::Bomb { at, .. }] if at == below), "{:?}", agent.deeds);
}

#[test]
fn who_has_lost_sight_of_the_player_does_not_attack() {
    for (mut agent, mut brain) in World::with_two(1, Player::new(HIDDEN, &[])).agents {
        see(&mut agent, Vec2::ZERO);
        agent.sees = None;
        brain.tick(&mut agent, &mut Replay::off());
        assert_eq!(agent.deeds, [], "{}", agent.name);
    }
}

#[test]
fn who_tracks_something_attacks_at_once() {
    for (mut agent, mut brain) in World::with_two(1, Player::new(HIDDEN, &[])).agents {
        agent.memory.insert_at(Fact::Target, true, marked('a'));
        brain.tick(&mut agent, &mut Replay::off());
        assert!(agent.news[0].starts_with("makes for"), "{:?}", agent.news);
        see(&mut agent, Vec2::ZERO);
        brain.tick(&mut agent, &mut Replay::off());
        assert_eq!(agent.deeds.len(), 1, "{}", agent.name);
    }
}

#[test]
fn who_is_startled_stops() {
    for (mut agent, mut brain) in World::with_two(1, Player::new(HIDDEN, &[])).agents {
        agent.steering = Steering::Arrive(vec2(0.0, 0.0));
        agent.startled = true;
        brain.tick(&mut agent, &mut Replay::off());
        assert_eq!((agent.steering, agent.memory.get(&Fact::IsSurprised)), (Steering::Stop, Some(&true)));
    }
}

#[test]
fn nobody_goes_on_its_round_before_it_is_calm() {
    let worlds = [World::with_two, World::with_guards].map(|new| new(1, Player::new(HIDDEN, &[])));
    for (mut agent, mut brain) in worlds.into_iter().flat_map(|world| world.agents) {
        for awareness in [Awareness::Medium, Awareness::High] {
            agent.awareness = awareness;
            brain.tick(&mut agent, &mut Replay::off());
            assert_eq!((agent.steering, agent.news.len()), (Steering::Stop, 0), "{} is {awareness:?}", agent.name);
        }
        agent.awareness = Awareness::Low;
        brain.tick(&mut agent, &mut Replay::off());
        assert!(agent.news[0].starts_with("is on its round"), "{:?}", agent.news);
    }
}

/// One agent of each kind, each of which has set out for a target on its left.
fn trackers() -> impl Iterator<Item = (Agent, Brain)> {
    let worlds = [World::with_two, World::with_guards].map(|new| new(1, Player::new(HIDDEN, &[])));
    worlds.into_iter().flat_map(|world| world.agents).map(|(mut agent, mut brain)| {
        let target = agent.at - vec2(64.0, 0.0);
        agent.memory.insert_at(Fact::Target, true, target);
        brain.tick(&mut agent, &mut Replay::off());
        assert_eq!(agent.steering, Steering::Arrive(agent.above(target)), "{}", agent.name);
        (agent, brain)
    })
}

#[test]
fn who_is_hurt_turns_at_once_even_from_another_target() {
    for (mut agent, mut brain) in trackers() {
        let from = agent.at + vec2(80.0, 0.0);
        agent.memory.insert_at(Fact::Hurt, true, from);
        brain.tick(&mut agent, &mut Replay::off());
        brain.tick(&mut agent, &mut Replay::off());
        assert_eq!(agent.place_of(Fact::Target), Some(from), "{}", agent.name);
        assert_eq!(agent.steering, Steering::Arrive(agent.above(from)), "{}", agent.name);
        assert_eq!(agent.memory.get(&Fact::Hurt), Some(&false), "{}", agent.name);
    }
}

#[test]
fn a_noise_does_not_distract_who_has_a_target() {
    for (mut agent, mut brain) in trackers() {
        let (target, noise) = (agent.place_of(Fact::Target), agent.at + vec2(80.0, 0.0));
        agent.memory.insert_at(Fact::Noise, true, noise);
        for _ in 0..3 {
            brain.tick(&mut agent, &mut Replay::off());
            assert_eq!(agent.place_of(Fact::Target), target, "{}", agent.name);
        }
    }
}

#[test]
fn who_is_hurt_while_it_attacks_goes_on_with_that() {
    for (mut agent, mut brain) in trackers() {
        see(&mut agent, Vec2::ZERO);
        brain.tick(&mut agent, &mut Replay::off());
        agent.memory.insert_at(Fact::Hurt, true, agent.at + vec2(80.0, 0.0));
        brain.tick(&mut agent, &mut Replay::off());
        assert_eq!((agent.deeds.len(), agent.memory.get(&Fact::Hurt)), (1, Some(&true)), "{}", agent.name);
    }
}

#[test]
fn each_kind_has_its_sound() {
    let worlds = [World::with_two, World::with_guards].map(|new| new(1, Player::new(HIDDEN, &[])));
    let mut sounds = Vec::new();
    for (mut agent, mut brain) in worlds.into_iter().flat_map(|world| world.agents) {
        agent.startled = true;
        brain.tick(&mut agent, &mut Replay::off());
        sounds.push(agent.news.join(", "));
    }
    let guard = "plays \"guardSurprised\"";
    assert_eq!(sounds, ["plays \"sentrySurprised\"", guard, guard, guard]);
}
