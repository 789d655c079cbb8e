//! A dog, which follows its greatest need.

use bt::{Random, bt, leaf};
use bt_examples::replay::Replay;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::story::{Line, Teller, live};

/// The context: the dog and the yard.
pub struct Dog {
    stranger: bool,
    /// From 0 to 1.
    hunger: f64,
    tiredness: f64,
    /// Meals in the bowl.
    bowl: u32,
    cat_on_the_sofa: bool,
    chance: Pcg32,
    said: Vec<String>,
}

impl Random for Dog {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Dog {
    fn new(seed: u64) -> Self {
        Dog {
            stranger: false,
            hunger: 0.5,
            tiredness: 0.2,
            bowl: 1,
            cat_on_the_sofa: false,
            chance: Pcg32::seed_from_u64(seed),
            said: Vec::new(),
        }
    }

    fn has_eaten(&mut self) {
        self.bowl -= 1;
        self.hunger = 0.0;
    }
}

impl Teller for Dog {
    fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

/// A visible action.
#[leaf]
fn does(dog: &mut Dog, what: &'static str) {
    dog.said.push(what.to_owned());
}

/// Fails if the place is taken.
#[leaf]
fn lie_down(dog: &mut Dog, place: &'static str) -> bool {
    let free = !(place == "sofa" && dog.cat_on_the_sofa);
    if free {
        dog.said.push(format!("sleeps on the {place}"));
    }
    free
}

bt! {
    /// Barks at once, and then every other second, as long as the stranger is there.
    Alarm(Dog) = forever < selector < cooldown(2.0) < does("barks") >, wait(0.1) > >
}

bt! {
    /// With an empty bowl it begs, but at most twice in its life.
    Eat(Dog) = selector <
        precondition(|dog| dog.bowl > 0) < sequence < does("eats"), wait(2.0), action(Dog::has_eaten) > >,
        run_limit(2) < sequence < does("begs"), wait(1.0) > >,
    >
}

bt! {
    /// Tries its places in a random order, until one is free.
    Sleep(Dog) = sequence <
        random_selector < lie_down("sofa"), lie_down("doormat"), lie_down("straw") >,
        wait_between(3.0, 4.0),
        action(|dog| dog.tiredness = 0.0),
    >
}

bt! {
    /// Three times out of four it fetches.
    Play(Dog) = sequence <
        weighted(3, 1) < does("fetches a stick"), does("chases its tail") >,
        wait(1.0),
        action(|dog| dog.tiredness += 0.1),
    >
}

bt! {
    /// All of them, in a random order.
    Patrol(Dog) = random_sequence < does("sniffs at the oak"), does("sniffs at the elm"), does("sniffs at the lamp") >
}

bt! {
    /// A stranger comes first. Otherwise the greatest need decides; after a failure, the next one.
    pub DogsLife(Dog) = forever < priority <
        |dog| dog.stranger => alarm,
        sequence <
            utility(|dog| dog.hunger, |dog| dog.tiredness, 0.3) < eat, sleep, sequence < probability(0.5) < patrol >, wait(0.5) > >,
            force_success < play >,
        >,
    > >
}

/// A stranger comes after ten seconds, and goes after five more.
pub fn afternoon(rate: u32, replay: &mut Replay) -> Vec<Line> {
    let (mut tree, mut dog) = (DogsLife::new(), Dog::new(3));
    live("dog", (&mut tree, &mut dog), (25, rate), replay, |dog, second| {
        dog.stranger = (10.0..15.0).contains(&second);
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bt::Status;

    use super::*;
    use crate::story::words;

    /// The actions of a dog in one second of a tree.
    fn says(tree: &mut impl bt::TreeFor<Dog, Answer = Status>, dog: &mut Dog) -> Vec<String> {
        let _: Status = tree.tick_for(1.0, dog);
        dog.said()
    }

    #[test]
    fn it_barks_every_other_second_as_long_as_a_stranger_is_there() {
        for rate in [10, 30, 60, 144, 240] {
            let story = afternoon(rate, &mut Replay::off());
            let barks: Vec<f64> = story
                .iter()
                .filter(|line| line.words == "barks")
                .map(|line| (line.time.as_secs_f64() * 2.0).round() / 2.0)
                .collect();
            assert_eq!(barks, [10.0, 12.0, 14.0], "{rate} frames a second");
        }
    }

    #[test]
    fn the_greatest_need_comes_first() {
        for (hunger, tiredness, expected) in [(0.9, 0.8, "eats"), (0.8, 0.9, "sleeps on the "), (0.31, 0.1, "eats")] {
            let mut dog = Dog { hunger, tiredness, ..Dog::new(1) };
            let said = says(&mut DogsLife::new(), &mut dog);
            assert!(said[0].starts_with(expected), "{said:?}");
        }
    }

    #[test]
    fn it_begs_twice_and_then_does_what_comes_next() {
        let (mut life, mut dog) = (DogsLife::new(), Dog { bowl: 0, hunger: 1.0, ..Dog::new(1) });
        let mut begs = 0;
        for _ in 0..20 {
            dog.tiredness = 0.0;
            begs += says(&mut life, &mut dog).iter().filter(|words| *words == "begs").count();
        }
        assert_eq!(begs, 2);
    }

    #[test]
    fn where_the_cat_lies_it_does_not_sleep() {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for (seed, cat_on_the_sofa) in (0..300).map(|seed| (seed, seed % 2 == 0)) {
            let mut dog = Dog { cat_on_the_sofa, ..Dog::new(seed) };
            let said = says(&mut Sleep::new(), &mut dog);
            assert!(said.len() == 1 && !(cat_on_the_sofa && said[0].ends_with("sofa")), "{said:?}");
            *places.entry(said[0].clone()).or_default() += 1;
        }
        assert!(places.len() == 3 && places.values().all(|&count| count > 30), "{places:?}");
    }

    #[test]
    fn chance_decides_what_it_plays_and_where_it_goes_first() {
        let (mut plays, mut rounds) = (BTreeMap::new(), BTreeMap::new());
        for seed in 0..400 {
            let mut dog = Dog::new(seed);
            *plays.entry(says(&mut Play::new(), &mut dog).remove(0)).or_insert(0) += 1;
            *rounds.entry(says(&mut Patrol::new(), &mut dog)).or_insert(0) += 1;
        }
        let fetches = plays["fetches a stick"];
        assert!(plays.len() == 2 && (285..315).contains(&fetches), "{plays:?}");
        assert!(rounds.len() == 6 && rounds.keys().all(|round| round.len() == 3), "{rounds:?}");
    }

    #[test]
    fn a_nap_takes_three_to_four_seconds_and_it_is_rested_after_it() {
        let mut long = 0;
        for seed in 0..100 {
            let mut dog = Dog { tiredness: 0.9, ..Dog::new(seed) };
            let mut sleep = Sleep::new();
            assert_eq!(sleep.tick_for(2.999, &mut dog), Status::Running);
            let mut status = sleep.tick_for(0.901, &mut dog);
            if status.is_running() {
                long += 1;
                status = sleep.tick_for(0.101, &mut dog);
            }
            assert_eq!((status, dog.tiredness), (Status::Success, 0.0));
        }
        assert!((1..25).contains(&long), "{long} naps of more than 3.9 s");
    }

    #[test]
    fn between_two_barks_there_are_two_seconds() {
        let (mut alarm, mut dog) = (Alarm::new(), Dog::new(1));
        let barks = [0.0, 1.95, 0.04, 0.01].map(|time| {
            assert_eq!(alarm.tick_for(time, &mut dog), Status::Running);
            dog.said().len()
        });
        assert_eq!(barks, [1, 0, 0, 1]);
    }

    #[test]
    fn a_meal_takes_two_seconds_and_a_game_or_a_plea_one() {
        let mut dog = Dog::new(1);
        let mut eat = Eat::new();
        assert_eq!((eat.tick_for(1.999, &mut dog), dog.bowl), (Status::Running, 1));
        assert_eq!((eat.tick_for(0.001, &mut dog), dog.bowl, dog.hunger), (Status::Success, 0, 0.0));
        assert_eq!(eat.tick_for(0.999, &mut dog), Status::Running);
        assert_eq!((eat.tick_for(0.001, &mut dog), dog.said().join(", ").as_str()), (Status::Success, "eats, begs"));
        let (mut play, tiredness) = (Play::new(), dog.tiredness);
        assert_eq!((play.tick_for(0.999, &mut dog), dog.tiredness), (Status::Running, tiredness));
        assert_eq!((play.tick_for(0.001, &mut dog), dog.tiredness), (Status::Success, tiredness + 0.1));
    }

    #[test]
    fn a_dog_that_needs_nothing_goes_on_patrol_half_of_the_time() {
        let mut patrols = 0;
        for seed in 0..400 {
            let mut dog = Dog { hunger: 0.29, tiredness: 0.0, ..Dog::new(seed) };
            let mut life = DogsLife::new();
            assert_eq!(life.tick_for(0.499, &mut dog), Status::Running);
            let said = dog.said();
            if said[0].starts_with("sniffs") {
                patrols += 1;
                assert_eq!(said.len(), 3, "{said:?}");
                assert_eq!(life.tick_for(0.001, &mut dog), Status::Running);
                let then = dog.said().join(", ");
                assert!(["fetches a stick", "chases its tail"].contains(&then.as_str()), "{then}");
            } else {
                assert_eq!(said, ["eats"], "else it is hungrier than tired");
            }
        }
        assert!((180..220).contains(&patrols), "{patrols}");
    }

    #[test]
    fn an_afternoon_has_all_that_a_dog_does() {
        let story = afternoon(30, &mut Replay::off());
        for word in ["eats", "barks", "sniffs at the oak", "fetches a stick"] {
            assert!(words(&story).contains(&word), "{word} is not in {story:?}");
        }
    }
}
