//! A hero finds a key, goes to a room, opens it, and looks for treasure or at least for items.
//!
//! After the C++ tutorial "AI - Behaviour Trees", with two of its exercises: a hero who looks for both at the same
//! time, and one who prefers an empty room. Another seed produces other adventures.
//!
//! ```text
//! cargo run --example treasure
//! cargo run --example treasure -- 7
//! ```

use std::process::ExitCode;
use std::time::Duration;

use bt::{Random, Status, bt, leaf};
use bt_examples::replay::Replay;
use bt_examples::say;
use bt_examples::seed::with_seed;
use rand::RngExt;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

const MINUTE: Duration = Duration::from_secs(60);

/// The context: the hero, and the events so far.
struct Hero {
    chance: Pcg32,
    steps_to_room: u32,
    /// How long the adventure has lasted.
    now: Duration,
    finds: Vec<&'static str>,
    story: Vec<String>,
}

impl Random for Hero {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Hero {
    fn new(seed: u64) -> Self {
        let mut chance = Pcg32::seed_from_u64(seed);
        let steps_to_room = chance.random_range(0..250);
        Hero { chance, steps_to_room, now: Duration::ZERO, finds: Vec::new(), story: Vec::new() }
    }

    fn say(&mut self, words: impl AsRef<str>) {
        let minutes = self.now.as_nanos().div_ceil(MINUTE.as_nanos());
        self.story.push(format!("{minutes:5} min  {}", words.as_ref()));
    }

    fn find(&mut self, what: &'static str) {
        self.finds.push(what);
        self.say(format!("Yes, {what}!"));
    }
}

#[leaf]
fn say(hero: &mut Hero, words: &'static str) {
    hero.say(words);
}

bt! {
    /// The way in, the same for all heroes. Each step takes a minute.
    EnterRoom(Hero) = sequence <
        say("Where is that key?"),
        search: wait_between(Duration::ZERO, 99 * MINUTE),
        say("There it is, under the mat."),
        action(|hero| hero.say(format!("Off to the room, {} steps away.", hero.steps_to_room))),
        walk: wait(|hero| hero.steps_to_room * MINUTE),
        say("Here is the room."),
        say("The key fits, the door creaks."),
    >
}

bt! {
    /// Looks for something for a minute, and finds it half of the time.
    LookFor(Hero) { what: &'static str } = sequence <
        action(|hero| hero.say(format!("Any {what} in here?"))),
        wait(MINUTE),
        selector <
            probability(0.5) < action(|hero| hero.find(what)) >,
            force_failure < action(|hero| hero.say(format!("No {what}."))) >,
        >,
    >
}

bt! {
    /// Treasure is best, items will do.
    Loot(Hero) = selector < look_for("treasure"), look_for("items") >
}

bt! {
    /// The tutorial's hero: the way in, then the loot.
    Adventurer(Hero) = sequence < enter_room, loot >
}

bt! {
    /// Looks for both at the same time, and fails only if there is neither.
    Hasty(Hero) = sequence <
        enter_room,
        parallel_all(failure = all) < look_for("treasure"), look_for("items") >,
    >
}

bt! {
    /// Has to leave the room tidy, so finding nothing is a success.
    Tidy(Hero) = sequence < enter_room, inverter < loot > >
}

/// Ticks a tree until it has ended, at this rate per minute. The first tick is at time zero.
fn live(seed: u64, ticks: u32, mut tick: impl FnMut(Duration, &mut Hero) -> Status) -> (Status, Hero) {
    let mut hero = Hero::new(seed);
    let mut status = tick(Duration::ZERO, &mut hero);
    while status.is_running() {
        hero.now += MINUTE / ticks;
        status = tick(MINUTE / ticks, &mut hero);
    }
    hero.say(if status.is_success() { "A good day." } else { "All that for nothing." });
    (status, hero)
}

/// Tells the adventures of one kind of hero, one for each seed: all of the first, and the end of the others.
fn tell(title: &str, seeds: &[u64], mut tick: impl FnMut(Duration, &mut Hero) -> Status) -> String {
    let mut told = format!("{title}\n");
    for (seed, number) in seeds.iter().zip(1..) {
        let (_, hero) = live(*seed, 1, &mut tick);
        if number == 1 {
            told += &format!("{}\n", hero.story.join("\n"));
        } else {
            told += &format!("  adventure {number}: {}\n", in_the_room(&hero.story).join(" "));
        }
    }
    told
}

/// What happens after the five lines of the way in, without the times.
fn in_the_room(story: &[String]) -> Vec<&str> {
    story.iter().skip(5).filter_map(|line| line.split("  ").last()).collect()
}

fn main() -> ExitCode {
    with_seed("treasure", SHOWS_ALL, |seed, replay| say!("{}", story(seed, replay).trim_end()))
}

/// With this seed, the adventures end in all possible ways, and both other heroes show what is special about them.
const SHOWS_ALL: u64 = 9;

/// The seeds of five adventures.
fn seeds(seed: u64) -> Vec<u64> {
    let mut chance = Pcg32::seed_from_u64(seed);
    (0..5).map(|_| chance.random()).collect()
}

/// What the program prints.
fn story(seed: u64, replay: &mut Replay) -> String {
    let seeds = seeds(seed);

    let mut adventurer = Adventurer::new();
    let one = tell("The adventurer takes treasure, or else items", &seeds, |dt, hero| {
        replay.frame(dt);
        adventurer.tick_for_with(dt, hero, &mut replay.tick::<Adventurer>("adventurer", dt))
    });
    let mut hasty = Hasty::new();
    let two = tell("The hasty one looks for both at the same time", &seeds[..2], |dt, hero| {
        replay.frame(dt);
        hasty.tick_for_with(dt, hero, &mut replay.tick::<Hasty>("hasty", dt))
    });
    let mut tidy = Tidy::new();
    let three = tell("The tidy one is glad of an empty room", &seeds[..2], |dt, hero| {
        replay.frame(dt);
        tidy.tick_for_with(dt, hero, &mut replay.tick::<Tidy>("tidy", dt))
    });
    format!("{one}\n{two}\n{three}")
}

#[cfg(test)]
mod tests {
    use bt_examples::outputs::assert_printed;

    use super::*;

    // What is in the room with these seeds.
    const TREASURE: u64 = 2;
    const ITEMS: u64 = 7;
    const BOTH: u64 = 4;
    const NOTHING: u64 = 1;

    fn adventurer(seed: u64) -> (Status, Hero) {
        let mut tree = Adventurer::new();
        live(seed, 1, |dt, hero| tree.tick_for(dt, hero))
    }

    fn hasty(seed: u64) -> (Status, Hero) {
        let mut tree = Hasty::new();
        live(seed, 1, |dt, hero| tree.tick_for(dt, hero))
    }

    fn tidy(seed: u64) -> (Status, Hero) {
        let mut tree = Tidy::new();
        live(seed, 1, |dt, hero| tree.tick_for(dt, hero))
    }

    /// The story after the five lines of the way in.
    fn end(hero: &Hero) -> String {
        hero.story[5..].join("\n")
    }

    #[test]
    fn a_seed_gives_a_story() {
        let expected = [
            "    0 min  Where is that key?",
            "   64 min  There it is, under the mat.",
            "   64 min  Off to the room, 142 steps away.",
            "  206 min  Here is the room.",
            "  206 min  The key fits, the door creaks.",
            "  206 min  Any treasure in here?",
            "  207 min  No treasure.",
            "  207 min  Any items in here?",
            "  208 min  Yes, items!",
            "  208 min  A good day.",
        ];
        assert_eq!(adventurer(ITEMS).1.story, expected);
    }

    #[test]
    fn first_it_searches_then_it_walks_and_looks_for_treasure() {
        let (mut labels, mut tree) = (Vec::new(), Adventurer::new());
        live(ITEMS, 1, |dt, hero| {
            let status = tree.tick_for(dt, hero);
            labels.extend(tree.active().filter_map(|node| node.label).last());
            status
        });
        labels.dedup();
        assert_eq!(labels, ["search", "walk", "look_for"]);
    }

    #[test]
    fn an_adventurer_takes_what_there_is() {
        for (seed, status, finds) in [
            (TREASURE, Status::Success, vec!["treasure"]),
            (ITEMS, Status::Success, vec!["items"]),
            (BOTH, Status::Success, vec!["treasure"]),
            (NOTHING, Status::Failure, vec![]),
        ] {
            let (found_status, hero) = adventurer(seed);
            assert_eq!((found_status, &hero.finds), (status, &finds));
            assert_eq!(end(&hero).contains("Any items"), !finds.contains(&"treasure"), "items are second best");
            assert!(hero.story.last().unwrap().ends_with(if status.is_success() { "A good day." } else { "nothing." }));
        }
    }

    #[test]
    fn the_hasty_one_looks_for_both_at_the_same_time() {
        for (seed, status, finds) in [
            (TREASURE, Status::Success, vec!["treasure"]),
            (ITEMS, Status::Success, vec!["items"]),
            (BOTH, Status::Success, vec!["treasure", "items"]),
            (NOTHING, Status::Failure, vec![]),
        ] {
            let (found_status, hero) = hasty(seed);
            assert_eq!((found_status, &hero.finds), (status, &finds));
        }
        let expected = "   83 min  Any treasure in here?\n   83 min  Any items in here?\n   \
                        84 min  Yes, treasure!\n   84 min  Yes, items!\n   84 min  A good day.";
        assert_eq!(end(&hasty(BOTH).1), expected);
    }

    #[test]
    fn the_tidy_one_is_glad_of_an_empty_room() {
        for (seed, status) in
            [(TREASURE, Status::Failure), (ITEMS, Status::Failure), (BOTH, Status::Failure), (NOTHING, Status::Success)]
        {
            let (found_status, hero) = tidy(seed);
            assert_eq!(found_status, status);
            assert_eq!(hero.finds, adventurer(seed).1.finds);
        }
    }

    #[test]
    fn the_story_of_the_program_shows_all_that_can_happen() {
        let seeds = seeds(SHOWS_ALL);
        let finds: Vec<_> = seeds.iter().map(|seed| adventurer(*seed).1.finds).collect();
        assert_eq!(finds, [vec![], vec!["treasure"], vec!["treasure"], vec![], vec!["items"]]);
        assert_eq!(hasty(seeds[1]).1.finds, ["treasure", "items"], "it finds both at the same time");
        assert_eq!(tidy(seeds[0]).0, Status::Success, "it is glad of an empty room");
        assert_eq!(tidy(seeds[1]).0, Status::Failure);
    }

    #[test]
    fn the_program_prints_two_screens() {
        let story = story(SHOWS_ALL, &mut Replay::off());
        assert_printed("treasure", &story);
        assert!(story.lines().count() <= 48, "{story}");
    }

    #[test]
    fn each_look_finds_something_half_of_the_time() {
        let finds = |what| (0..400).filter(|seed| hasty(*seed).1.finds.contains(&what)).count();
        for what in ["treasure", "items"] {
            assert!((190..=210).contains(&finds(what)), "{what}: {}", finds(what));
        }
    }

    #[test]
    fn the_story_is_the_same_however_often_it_is_ticked() {
        for seed in 0..10 {
            let story = |ticks| {
                let mut tree = Hasty::new();
                live(seed, ticks, |dt, hero| tree.tick_for(dt, hero)).1.story
            };
            for ticks in [5, 10, 60, 240] {
                assert_eq!(story(ticks), story(1), "seed {seed}, {ticks} ticks a minute");
            }
        }
    }

    #[test]
    fn the_key_takes_up_to_99_minutes_and_the_walk_a_minute_a_step() {
        let minutes = |story: &str| story.split_whitespace().next().unwrap().parse::<u32>().unwrap();
        let mut searches = Vec::new();
        for seed in 0..200 {
            let hero = adventurer(seed).1;
            searches.push(minutes(&hero.story[1]));
            assert_eq!(minutes(&hero.story[3]) - minutes(&hero.story[1]), hero.steps_to_room);
        }
        assert!(searches.iter().all(|search| *search <= 99), "{searches:?}");
        assert!(*searches.iter().max().unwrap() > 90 && *searches.iter().min().unwrap() < 10, "{searches:?}");
    }
}
