//! A sentry flies its patrol, starts at noises, hunts who it sees, and forgets; a guard is made of the same parts.
//!
//! After "Gemini Rising AI - Behavior Trees". Trees decide; systems around them sense, grow aware and steer. What an
//! agent knows is in its memory, and all that the trees look at is in the agent. Another seed gives other waits.
//!
//! ```text
//! cargo run --example sentry
//! cargo run --example sentry -- 7
//! ```

mod agent;
mod level;
mod trees;
mod world;

use std::process::ExitCode;
use std::time::Duration;

use bt_examples::seed::with_seed;
use world::{Act, Event, Player, World};

/// What the player does in the program: it comes out of its tunnel, hides again, goes to see the guard, and escapes.
const SCRIPT: [(f32, Act); 6] = [
    (6.0, Act::Throw(14)),
    (16.0, Act::Run(16)),
    (20.0, Act::Run(20)),
    (22.0, Act::Run(33)),
    (33.0, Act::Run(39)),
    (35.0, Act::Run(2)),
];

/// A game of so many seconds: a line for each event, and a picture whenever somebody is surprised.
fn tell(seed: u64, seconds: u64) -> String {
    let mut world = World::new(seed, Player::new(33, &SCRIPT));
    let mut story = format!("S sentry, G guard, @ player, o bomb\n\n{}\n", world.picture());
    while world.now() < Duration::from_secs(seconds) {
        world.frame();
        let mut surprise = false;
        for Event { time, who, what, mind } in world.events.drain(..) {
            surprise |= what.contains("Surprised");
            let line = format!("{:6.2} s  {who:6}  {what:48}  {mind}", time.as_secs_f32());
            story += &format!("{}\n", line.trim_end());
        }
        if surprise {
            story += &format!("\n{}\n", world.picture());
        }
    }
    story + &format!("\n{}\nhits: {}\n", world.picture(), world.player.hits)
}

fn main() -> ExitCode {
    with_seed("sentry", |seed| print!("{}", tell(seed, 60)))
}

#[cfg(test)]
mod tests {
    use bt::Status;

    use super::*;
    use crate::agent::{Awareness, Fact, GUARD, SENTRY, Steering};
    use crate::level::{is_free, is_rock, marked, tile_at};
    use crate::trees::Patrol;
    use crate::world::{FRAME, ground, steer};

    const HIDDEN: usize = 33;

    fn seconds(seconds: f32) -> Duration {
        Duration::from_secs_f32(seconds)
    }

    /// A world after so many seconds, with what one of the agents has done in it.
    fn play(seed: u64, player: Player, until: f32, who: &str) -> (World, Vec<Event>) {
        let mut world = World::new(seed, player);
        while world.now() < seconds(until) {
            world.frame();
        }
        let events = world.events.iter().filter(|event| event.who == who).cloned().collect();
        (world, events)
    }

    /// When something happens for the first time that begins with these words.
    fn when(events: &[Event], words: &str) -> Duration {
        let event = events.iter().find(|event| event.what.starts_with(words));
        event.unwrap_or_else(|| panic!("`{words}` does not happen in {events:?}")).time
    }

    #[test]
    fn who_notices_nothing_patrols() {
        for seed in 0..10 {
            let (world, events) = play(seed, Player::new(HIDDEN, &[]), 60.0, "sentry");
            let words: Vec<&str> = events.iter().map(|event| event.what.as_str()).collect();
            let round = ["is on its round, to column 27", "is there", "is on its round, to column 10", "is there"];
            assert!(words.len() > 12 && words.iter().eq(round.iter().cycle().take(words.len())), "{words:?}");
            for pair in events[1..].chunks_exact(2) {
                let pause = pair[1].time - pair[0].time;
                assert!((seconds(1.5) - FRAME..=seconds(3.0)).contains(&pause), "{pair:?}");
            }
            assert_eq!((world.player.hits, world.bombs.len()), (0, 0));
        }
    }

    #[test]
    fn a_noise_is_a_surprise_and_then_a_target_until_it_is_forgotten() {
        let (mut world, _) = play(1, Player::new(HIDDEN, &[(6.0, Act::Throw(14))]), 6.0, "sentry");
        let before = world.sentry.at;
        for _ in 0..10 {
            world.frame();
            assert_eq!(world.sentry.memory.get(&Fact::Noise), Some(&true));
            assert_eq!((world.sentry.at, world.sentry.awareness), (before, Awareness::Medium));
        }
        while world.now() < seconds(9.0) {
            world.frame();
        }
        assert_eq!(world.sentry.at[0], ground(14)[0], "it hovers above the place");
        while world.now() < seconds(10.0) {
            world.frame();
        }
        let what: Vec<_> = world.events.iter().map(|event| (event.time, event.what.as_str())).skip(6).collect();
        let expected = [
            (6.0, "throws a stone, which falls down in column 14"),
            (6.0, "plays \"sentrySurprised\""),
            (6.5, "makes for column 14"),
            (9.5, "is on its round, to column 27"),
        ];
        assert_eq!(what, expected.map(|(time, what)| (seconds(time), what)));
        assert!(world.sentry.place_of(Fact::Target).is_none());
    }

    #[test]
    fn who_is_seen_is_tracked_and_bombed() {
        let (world, events) = play(1, Player::new(16, &[]), 20.0, "sentry");
        let seen = when(&events, "plays");
        let tracks = when(&events, "makes for column 16");
        assert!((seen + seconds(0.5) - FRAME..=seen + seconds(0.5)).contains(&tracks), "{events:?}");
        let bombs: Vec<&Event> = events.iter().filter(|event| event.what == "drops a bomb").collect();
        assert!(bombs.len() > 8 && bombs[0].time > tracks, "{events:?}");
        for pair in bombs.windows(2) {
            let pause = pair[1].time - pair[0].time;
            assert!((seconds(0.5) - FRAME..=seconds(0.8) + FRAME).contains(&pause), "{pair:?}");
        }
        assert!(world.player.hits > 5, "{}", world.player.hits);
        assert_eq!(world.sentry.at[0], world.player.at[0]);
    }

    #[test]
    fn a_bomb_is_all_that_it_has_on_its_mind() {
        let (_, events) = play(1, Player::new(16, &[(7.5, Act::Throw(14))]), 12.0, "sentry");
        let minds = |noise| events.iter().filter(|event| event.mind.contains("noise") == noise).count();
        assert_eq!(minds(true), 0, "{events:?}");
        let (_, events) = play(1, Player::new(HIDDEN, &[(1.0, Act::Throw(20)), (1.5, Act::Run(20))]), 6.0, "sentry");
        let bomb = events.iter().find(|event| event.what == "drops a bomb").expect("it comes near enough");
        assert!(events[2].mind.contains("noise") && !bomb.mind.contains("noise"), "{events:?}");
    }

    #[test]
    fn each_step_up_is_a_surprise() {
        let script = &[(1.0, Act::Throw(20)), (1.5, Act::Run(20))];
        let (_, events) = play(1, Player::new(HIDDEN, script), 6.0, "sentry");
        let surprises: Vec<&str> =
            events.iter().filter(|event| event.what.starts_with("plays")).map(|event| &event.mind[..6]).collect();
        assert_eq!(surprises, ["medium", "high, "]);
    }

    #[test]
    fn guards_remember_longer_than_sentries() {
        let remembers = |who| {
            let (_, events) = play(1, Player::new(2, &[(1.0, Act::Throw(36))]), 20.0, who);
            let target = when(&events, "makes for column 36");
            let later: Vec<Event> = events.into_iter().filter(|event| event.time > target).collect();
            when(&later, "is on its round") - target
        };
        assert_eq!(remembers("sentry"), seconds(SENTRY.memory));
        assert_eq!(remembers("guard"), seconds(GUARD.memory));
        assert!(remembers("guard") > 2 * remembers("sentry"));
    }

    #[test]
    fn who_has_something_on_its_mind_does_not_patrol() {
        for (awareness, status) in [
            (Awareness::Low, Status::Running),
            (Awareness::Medium, Status::Failure),
            (Awareness::High, Status::Failure),
        ] {
            let mut sentry = World::new(1, Player::new(HIDDEN, &[])).sentry;
            sentry.awareness = awareness;
            assert_eq!(Patrol::new().tick_for(FRAME, &mut sentry), status);
        }
    }

    #[test]
    fn whatever_the_trees_want_nobody_leaves_its_mesh() {
        let World { mut sentry, mut guard, .. } = World::new(1, Player::new(HIDDEN, &[]));
        for agent in [&mut sentry, &mut guard] {
            for goal in [ground(HIDDEN), marked('a'), [-1000.0, 1000.0], [1000.0, -1000.0]] {
                agent.steering = Steering::Arrive(goal);
                for _ in 0..400 {
                    steer(agent);
                    assert!(!is_rock(tile_at(agent.at)), "{} is in the rock", agent.kind.name);
                }
                assert_eq!(agent.at, agent.mesh.nearest(goal));
            }
        }
    }

    #[test]
    fn who_is_surprised_does_nothing_else() {
        let (mut surprised, mut bombs) = (0, 0);
        for seed in 0..20 {
            let mut world = World::new(seed, Player::new(HIDDEN, &SCRIPT));
            while world.now() < seconds(60.0) {
                let (places, told) = ([world.sentry.at, world.guard.at], world.events.len());
                world.frame();
                for (agent, place) in [&world.sentry, &world.guard].into_iter().zip(places) {
                    let news = world.events[told..].iter().filter(|event| event.who == agent.kind.name);
                    let words: Vec<&str> = news.map(|event| event.what.as_str()).collect();
                    bombs += u32::from(words.contains(&"drops a bomb"));
                    if agent.memory.get(&Fact::IsSurprised) == Some(&true) {
                        surprised += 1;
                        assert_eq!(agent.at, place, "it moves");
                        assert!(words.iter().all(|words| words.starts_with("plays")), "{words:?}");
                    }
                }
            }
        }
        assert!(surprised > 500 && bombs > 100, "{surprised} {bombs}");
    }

    #[test]
    fn rock_hides_the_player() {
        for (column, seen) in [(2, false), (20, true), (HIDDEN, false)] {
            for from in [marked('a'), marked('b'), [ground(column)[0], marked('a')[1]]] {
                assert_eq!(is_free(from, ground(column)), seen, "{column} from {from:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_is_the_same_story_byte_for_byte() {
        for seed in [1, 7] {
            assert_eq!(tell(seed, 60), tell(seed, 60));
        }
        assert_ne!(tell(1, 60), tell(7, 60));
        for (who, column) in [("sentry", 2), ("guard", 38)] {
            let events = |seed| play(seed, Player::new(column, &[]), 20.0, who).1;
            assert_eq!(events(1), events(1));
            assert_ne!(events(1), events(7), "chance has no part in what the {who} does");
        }
    }
}
