//! Games, and what happens in them.

mod agents;
mod checked;
mod states;

use std::time::Duration;

use bt_examples::outputs::assert_printed;
use bt_examples::replay::Replay;
use glam::vec2;

use crate::agent::{Awareness, Fact, GUARD, SENTRY};
use crate::level::{ground, is_free, marked, tile_at};
use crate::player::{Act, Player};
use crate::world::{Event, PACK, STEP, World};
use crate::{CROSS, SEED, SNEAK, TEASE, story, tell};

const HIDDEN: usize = 33;

fn seconds(seconds: f32) -> Duration {
    Duration::from_secs_f32(seconds)
}

/// A world after this many seconds, with the events of one agent.
fn play(seed: u64, player: Player, until: f32, who: &str) -> (World, Vec<Event>) {
    let mut world = World::with_two(seed, player);
    while world.now() < seconds(until) {
        world.step();
    }
    let events = world.events.iter().filter(|event| event.who == who).cloned().collect();
    (world, events)
}

/// The time of the first event that begins with these words.
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
            assert!((seconds(1.5) - STEP..=seconds(3.0)).contains(&pause), "{pair:?}");
        }
        assert_eq!((world.player.hits, world.bombs.len()), (0, 0));
    }
}

#[test]
fn a_noise_is_a_surprise_and_then_a_target_until_it_is_forgotten() {
    let (mut world, _) = play(1, Player::new(HIDDEN, &[(6.0, Act::Throw(14))]), 6.0, "sentry");
    let before = world.agent("sentry").at;
    for _ in 0..10 {
        world.step();
        assert_eq!(world.agent("sentry").memory.get(&Fact::Noise), Some(&true));
        assert_eq!((world.agent("sentry").at, world.agent("sentry").awareness), (before, Awareness::Medium));
    }
    while world.now() < seconds(9.0) {
        world.step();
    }
    assert_eq!(world.agent("sentry").at.x, ground(14).x, "it hovers above the place");
    while world.now() < seconds(10.0) {
        world.step();
    }
    let what: Vec<_> = world.events.iter().map(|event| (event.time, event.what.as_str())).skip(6).collect();
    let expected = [
        (6.0, "throws a stone, which falls down in column 14"),
        (6.0, "plays \"sentrySurprised\""),
        (6.5, "makes for column 14"),
        (9.5, "is on its round, to column 27"),
    ];
    assert_eq!(what, expected.map(|(time, what)| (seconds(time), what)));
    assert!(world.agent("sentry").place_of(Fact::Target).is_none());
}

#[test]
fn who_is_seen_is_tracked_and_bombed() {
    let (world, events) = play(1, Player::new(16, &[]), 20.0, "sentry");
    let seen = when(&events, "plays");
    let tracks = when(&events, "makes for column 16");
    assert!((seen + seconds(0.5) - STEP..=seen + seconds(0.5)).contains(&tracks), "{events:?}");
    let bombs: Vec<&Event> = events.iter().filter(|event| event.what == "drops a bomb").collect();
    assert!(bombs.len() > 8 && bombs[0].time > tracks, "{events:?}");
    for pair in bombs.windows(2) {
        let pause = pair[1].time - pair[0].time;
        assert!((seconds(0.5) - STEP..=seconds(0.8) + STEP).contains(&pause), "{pair:?}");
    }
    assert!(world.player.hits > 5, "{}", world.player.hits);
    assert_eq!(world.agent("sentry").at.x, world.player.at.x);
}

/// All pauses between something that an agent does again and again, in games with some seeds.
fn pauses(column: usize, who: &str, what: &str) -> Vec<Duration> {
    let mut pauses = Vec::new();
    for seed in 0..10 {
        let (_, events) = play(seed, Player::new(column, &[]), 30.0, who);
        let times: Vec<Duration> = events.iter().filter(|event| event.what == what).map(|event| event.time).collect();
        pauses.extend(times.windows(2).map(|pair| pair[1] - pair[0]));
    }
    pauses
}

#[test]
fn a_sentry_reloads_for_up_to_800_ms_and_a_guard_for_up_to_1500() {
    let bombs = pauses(16, "sentry", "drops a bomb");
    let (shots, reloads): (Vec<_>, _) =
        pauses(38, "guard", "fires").into_iter().partition::<Vec<_>, _>(|pause| *pause < seconds(0.5));
    for (pauses, longest) in [(bombs, 0.8), (reloads, 1.5 + 0.15)] {
        let found = *pauses.iter().max().expect("it attacks");
        assert!((seconds(longest) - STEP..=seconds(longest) + STEP).contains(&found), "{found:?}, {longest}");
    }
    // Shots begin at any moment within a step, and are seen at its beginning.
    let mean = shots.iter().sum::<Duration>() / shots.len() as u32;
    assert!((seconds(0.14)..=seconds(0.15)).contains(&mean), "{mean:?}");
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
fn who_is_surprised_does_nothing_else() {
    let (mut surprised, mut bombs) = (0, 0);
    for seed in 0..20 {
        let mut world = World::with_two(seed, Player::new(HIDDEN, &SNEAK));
        while world.now() < seconds(60.0) {
            let (places, told) = (["sentry", "guard"].map(|name| world.agent(name).at), world.events.len());
            world.step();
            for (agent, place) in world.agents.iter().map(|(agent, _)| agent).zip(places) {
                let news = world.events[told..].iter().filter(|event| event.who == agent.name);
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
        for from in [marked('a'), marked('b'), vec2(ground(column).x, marked('a').y)] {
            assert_eq!(is_free(from, ground(column)), seen, "{column} from {from:?}");
        }
    }
}

#[test]
fn a_recording_of_ten_thousand_ticks_is_small() {
    let mut world = World::with_two(1, Player::new(HIDDEN, &SNEAK));
    world.replay = Replay::to("unused.html");
    for _ in 0..5000 {
        world.step();
    }
    let recording = world.replay.recording().expect("it records");
    let bytes = recording.to_bytes();
    assert_eq!((recording.agents().len(), recording.steps()), (2, 10_000));
    assert!(recording.events() > 100_000 && bytes.len() < 1_000_000, "{} bytes", bytes.len());
}

#[test]
fn the_same_seed_is_the_same_story_byte_for_byte() {
    let game = |seed| World::with_two(seed, Player::new(HIDDEN, &SNEAK));
    for seed in [1, 7] {
        assert_eq!(tell(game(seed), 60, STEP, &mut Replay::off()), tell(game(seed), 60, STEP, &mut Replay::off()));
    }
    assert_ne!(tell(game(1), 60, STEP, &mut Replay::off()), tell(game(7), 60, STEP, &mut Replay::off()));
    for (who, column) in [("sentry", 2), ("guard", 38)] {
        let events = |seed| play(seed, Player::new(column, &[]), 20.0, who).1;
        assert_eq!(events(1), events(1));
        assert_ne!(events(1), events(7), "chance has no part in what the {who} does");
    }
}

#[test]
fn the_program_can_be_read_in_a_minute() {
    let story = story(SEED, &mut Replay::off());
    assert_printed("sentry", &story);
    assert!(story.lines().count() <= 100, "{story}");
}

/// Every hit that is counted has been reported, and shots come after the agents that fire them.
#[test]
fn the_program_tells_all_hits_and_what_comes_first_first() {
    let story = story(SEED, &mut Replay::off());
    for game in story.split("\n\nA ").flat_map(|part| part.split("\n\nTwo ")) {
        let told = game.lines().filter(|line| line.ends_with("hits the player")).count();
        let hits = game.lines().find_map(|line| line.strip_prefix("hits: "));
        assert!(hits.is_none_or(|hits| hits == told.to_string() && told > 0), "{game}");
        let place = |words| game.find(words).unwrap_or_default();
        assert!(place("guard: fires") <= place("shot: "), "{game}");
    }
}

#[test]
fn the_story_is_the_same_at_every_frame_rate() {
    let games: [fn() -> World; 3] = [
        || World::with_two(1, Player::new(HIDDEN, &SNEAK)),
        || World::with_guards(1, Player::new(2, &TEASE)),
        || World::with_pack(1, Player::new(2, &CROSS)),
    ];
    for game in games {
        let events = |rate| {
            let mut world = game();
            for _ in 0..30 * rate {
                world.frame(seconds(1.0) / rate);
            }
            // The last step may not have begun at a rate that does not divide it.
            world.events.into_iter().filter(|event| event.time < seconds(29.0)).collect::<Vec<_>>()
        };
        let expected = events(20);
        assert!(expected.len() > 20);
        for rate in [5, 7, 10, 24, 30, 60, 144, 240] {
            assert_eq!(events(rate), expected, "{rate} frames a second");
        }
    }
}

/// Plays a game. Returns the world after it, and the events of the agent with this name.
fn events_of(mut world: World, name: &str, until: f32) -> (World, Vec<Event>) {
    while world.now() < seconds(until) {
        world.step();
    }
    let events = world.events.iter().filter(|event| event.who == name).cloned().collect();
    (world, events)
}

#[test]
fn who_is_hurt_looks_for_who_did_it_once() {
    let script = &[(4.0, Act::Hit("guard"))];
    let (_, events) = events_of(World::with_guards(1, Player::new(2, script)), "guard", 10.0);
    let hurt: Vec<&Event> = events.iter().filter(|event| event.time >= seconds(4.0)).collect();
    assert_eq!(hurt[0].what, "plays \"guardSurprised\"");
    assert!(hurt[0].mind.starts_with("high, hurt"), "{hurt:?}");
    // Six columns to the left of it, where the stone came from.
    assert_eq!((hurt[1].time, hurt[1].what.as_str()), (seconds(4.5), "makes for column 21"));
    assert_eq!(hurt.iter().filter(|event| event.what.starts_with("makes for")).count(), 1);
}

#[test]
fn the_program_shows_a_guard_that_a_hit_turns_and_a_player_that_dodges() {
    let (world, events) = events_of(World::with_guards(1, Player::new(2, &TEASE)), "guard", 15.0);
    let hit = when(&events, "plays");
    assert_eq!(hit, seconds(4.0), "it has noticed nothing before");
    assert_eq!(when(&events, "makes for column 21"), hit + seconds(0.5));
    let shots: Vec<&str> =
        world.events.iter().filter(|event| event.who == "shot").map(|event| event.what.as_str()).collect();
    assert!(shots.contains(&"hits the player") && shots.contains(&"misses the player, who runs"), "{shots:?}");
    let hits = shots.iter().filter(|what| **what == "hits the player").count();
    assert_eq!(world.player.hits as usize, hits);
}

#[test]
fn a_guard_walks_up_and_down() {
    let (_, events) = events_of(World::with_guards(1, Player::new(2, &[])), "guard", 60.0);
    let words: Vec<&str> = events.iter().map(|event| event.what.as_str()).collect();
    let round = ["is on its round, to column 22", "is there", "is on its round, to column 28", "is there"];
    assert!(words.len() > 20 && words.iter().eq(round.iter().cycle().take(words.len())), "{words:?}");
}

#[test]
fn a_guard_wanders_on_its_rock() {
    let mut world = World::with_guards(1, Player::new(2, &[]));
    let mut columns = [0; 50];
    while world.now() < seconds(120.0) {
        world.step();
        let [column, row] = tile_at(world.agent("wanderer").at);
        assert_eq!(row, 5);
        columns[column] += 1;
    }
    for (column, times) in columns.into_iter().enumerate() {
        assert_eq!(times > 0, (30..=36).contains(&column), "column {column}: {times} times");
    }
    let events: Vec<&Event> = world.events.iter().filter(|event| event.who == "wanderer").collect();
    for pair in events[1..].chunks_exact(2) {
        assert_eq!(pair[0].what, "is there");
        let rest = pair[1].time - pair[0].time;
        assert!((seconds(0.5) - STEP..=seconds(1.0) + STEP).contains(&rest), "{pair:?}");
    }
}

#[test]
fn a_pack_bombs_from_all_sides_and_in_its_own_time() {
    let (world, _) = events_of(World::with_pack(1, Player::new(20, &[])), "", 20.0);
    let mut first = Vec::new();
    for name in PACK {
        let bombs = world.events.iter().filter(|event| event.who == name && event.what == "drops a bomb");
        let times: Vec<Duration> = bombs.map(|event| event.time).collect();
        assert!(times.len() > 8, "{name}: {times:?}");
        first.push(times[5]);
    }
    first.dedup();
    assert!(first.len() > 3, "they are in step: {first:?}");
    assert!(world.player.hits > 40, "{}", world.player.hits);
    let places = PACK.map(|name| tile_at(world.agent(name).at));
    assert_eq!(places, [[19, 3], [20, 3], [21, 3], [19, 2], [20, 2], [21, 2]], "each has its own place");
    let [left, right] = [|x: f32, player: f32| x < player, |x, player| x > player]
        .map(|side| world.bombs.iter().filter(|bomb| side(bomb.at.x, world.player.at.x)).count());
    assert!(left > 0 && right > 0, "{left} bombs to its left, {right} to its right");
}

#[test]
fn a_guard_fires_three_shots_in_a_row_and_stands_still() {
    let (_, events) = play(1, Player::new(38, &[]), 20.0, "guard");
    let fires: Vec<Duration> = events.iter().filter(|event| event.what == "fires").map(|event| event.time).collect();
    assert!(fires.len() > 20, "{events:?}");
    for shots in fires.chunks_exact(3) {
        for pause in [shots[1] - shots[0], shots[2] - shots[1]] {
            assert!((Duration::from_millis(100)..=Duration::from_millis(150)).contains(&pause), "{fires:?}");
        }
    }
    for bursts in fires.chunks_exact(3).collect::<Vec<_>>().windows(2) {
        let pause = bursts[1][0] - bursts[0][2] - seconds(0.15);
        assert!((seconds(1.0) - STEP..=seconds(1.5) + STEP).contains(&pause), "{fires:?}");
    }
}
