//! A hero finds a key, goes to a room, opens it, and looks for treasure or at least for items.
//!
//! After the C++ tutorial "AI - Behaviour Trees", with two of its exercises: a hero who looks for both at the same
//! time, and one who is glad of an empty room. Another seed gives other adventures.
//!
//! ```text
//! cargo run --example treasure
//! cargo run --example treasure -- 7
//! ```

use std::process::ExitCode;

use bt::{Behavior, Status, bt};
use bt_examples::dice::Dice;
use bt_examples::seed::with_seed;

/// The context: who acts, and what has happened so far.
struct Hero {
    dice: Dice,
    steps_to_room: u64,
    minutes: u32,
    finds: Vec<&'static str>,
    story: Vec<String>,
}

impl Hero {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let steps_to_room = dice.below(250);
        Hero { dice, steps_to_room, minutes: 0, finds: Vec::new(), story: Vec::new() }
    }

    fn say(&mut self, words: impl AsRef<str>) {
        self.story.push(format!("{:5} min  {}", self.minutes, words.as_ref()));
    }
}

/// Looks for the key, which takes up to 99 minutes.
#[derive(Behavior, Default)]
#[behavior(context = Hero)]
struct FindKey {
    minutes_left: u64,
}

impl FindKey {
    fn start(&mut self, hero: &mut Hero) {
        hero.say("Where is that key?");
        self.minutes_left = hero.dice.below(100);
    }

    fn run(&mut self, hero: &mut Hero) -> Status {
        if self.minutes_left > 0 {
            self.minutes_left -= 1;
            return Status::Running;
        }
        hero.say("There it is, under the mat.");
        Status::Success
    }
}

/// Goes to the room, one step a minute: the dark is full of puddles.
#[derive(Behavior, Default)]
#[behavior(context = Hero)]
struct GoToRoom;

impl GoToRoom {
    fn start(&mut self, hero: &mut Hero) {
        hero.say(format!("Off to the room, {} steps away.", hero.steps_to_room));
    }

    fn run(&mut self, hero: &mut Hero) -> Status {
        if hero.steps_to_room > 0 {
            hero.steps_to_room -= 1;
            return Status::Running;
        }
        hero.say("Here is the room.");
        Status::Success
    }
}

/// Opens the door, in no time.
#[derive(Behavior, Default)]
#[behavior(context = Hero)]
struct OpenDoor;

impl OpenDoor {
    fn run(&mut self, hero: &mut Hero) {
        hero.say("The key fits, the door creaks.");
    }
}

/// Looks for something for a minute, and finds it half of the time.
#[derive(Behavior)]
#[behavior(context = Hero)]
struct LookFor {
    what: &'static str,
    has_looked: bool,
}

impl LookFor {
    fn new(what: &'static str) -> Self {
        LookFor { what, has_looked: false }
    }

    fn start(&mut self, hero: &mut Hero) {
        hero.say(format!("Any {} in here?", self.what));
    }

    fn run(&mut self, hero: &mut Hero) -> Status {
        if !self.has_looked {
            self.has_looked = true;
            return Status::Running;
        }
        let found = hero.dice.below(2) == 1;
        if found {
            hero.finds.push(self.what);
            hero.say(format!("Yes, {}!", self.what));
        } else {
            hero.say(format!("No {}.", self.what));
        }
        Status::from(found)
    }
}

bt! {
    /// The way in, which all heroes go.
    EnterRoom(Hero) = sequence < find_key, go_to_room, open_door >
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
    /// Has to leave a tidy room, and so is glad to find nothing.
    Tidy(Hero) = sequence < enter_room, inverter < loot > >
}

/// Ticks a tree once a minute until it has ended.
fn live(seed: u64, mut tick: impl FnMut(&mut Hero) -> Status) -> (Status, Hero) {
    let mut hero = Hero::new(seed);
    loop {
        let status = tick(&mut hero);
        if !status.is_running() {
            hero.say(if status.is_success() { "A good day." } else { "All that for nothing." });
            return (status, hero);
        }
        hero.minutes += 1;
    }
}

/// Tells the adventures of one kind of hero, one for each seed.
fn tell(title: &str, seeds: &[u64], mut tick: impl FnMut(&mut Hero) -> Status) {
    for (seed, number) in seeds.iter().zip(1..) {
        println!("{title}, adventure {number}");
        let (_, hero) = live(*seed, &mut tick);
        for line in hero.story {
            println!("{line}");
        }
        println!();
    }
}

fn main() -> ExitCode {
    with_seed("treasure", tell_all)
}

fn tell_all(seed: u64) {
    let mut dice = Dice::new(seed);
    let seeds: Vec<u64> = (0..5).map(|_| dice.any()).collect();

    let mut adventurer = Adventurer::new();
    tell("The adventurer", &seeds, |hero| adventurer.tick(hero));
    let mut hasty = Hasty::new();
    tell("The hasty one", &seeds[..2], |hero| hasty.tick(hero));
    let mut tidy = Tidy::new();
    tell("The tidy one", &seeds[..2], |hero| tidy.tick(hero));
}

#[cfg(test)]
mod tests {
    use super::*;

    // What is in the room with these seeds.
    const TREASURE: u64 = 2;
    const ITEMS: u64 = 1;
    const BOTH: u64 = 3;
    const NOTHING: u64 = 6;

    fn adventurer(seed: u64) -> (Status, Hero) {
        let mut tree = Adventurer::new();
        live(seed, |hero| tree.tick(hero))
    }

    fn hasty(seed: u64) -> (Status, Hero) {
        let mut tree = Hasty::new();
        live(seed, |hero| tree.tick(hero))
    }

    fn tidy(seed: u64) -> (Status, Hero) {
        let mut tree = Tidy::new();
        live(seed, |hero| tree.tick(hero))
    }

    /// The story after the five lines of the way in.
    fn end(hero: &Hero) -> String {
        hero.story[5..].join("\n")
    }

    #[test]
    fn a_seed_gives_a_story() {
        let expected = [
            "    0 min  Where is that key?",
            "   19 min  There it is, under the mat.",
            "   19 min  Off to the room, 215 steps away.",
            "  234 min  Here is the room.",
            "  234 min  The key fits, the door creaks.",
            "  234 min  Any treasure in here?",
            "  235 min  No treasure.",
            "  235 min  Any items in here?",
            "  236 min  Yes, items!",
            "  236 min  A good day.",
        ];
        assert_eq!(adventurer(ITEMS).1.story, expected);
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
        let expected = "  114 min  Any treasure in here?\n  114 min  Any items in here?\n  \
                        115 min  Yes, treasure!\n  115 min  Yes, items!\n  115 min  A good day.";
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
}
