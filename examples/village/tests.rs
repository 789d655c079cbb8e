//! Days in the village.

use std::collections::BTreeMap;

use bt::{Status, TreeFor};
use bt_examples::outputs::assert_printed;
use bt_examples::replay::Replay;

use crate::day::{courier, day};
use crate::trees::{Baker, Cat, Deliver, Dog, Gardener};
use crate::village::{BAKERY, Letter, MINUTE, TICK, Village};
use crate::{SEED, story};

/// What the program prints.
#[test]
fn it_is_the_day_that_is_printed() {
    let found = day(Village::new(SEED), TICK, &mut Replay::off());
    for (number, (found, expected)) in found.iter().zip(DAY.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", number + 1);
    }
    assert_eq!(found.len(), DAY.lines().count(), "{found:#?}");
}

/// A village in which nobody needs anything, after a change.
fn village(seed: u64, change: impl FnOnce(&mut Village)) -> Village {
    let mut village = Village::new(seed);
    (village.dog.hunger, village.dog.tiredness) = (0.0, 0.0);
    change(&mut village);
    village
}

/// What happens while only this tree is ticked for some minutes, without the times.
fn told(tree: &mut impl TreeFor<Village, Answer = Status>, village: &mut Village, minutes: u32) -> Vec<String> {
    for _ in 0..minutes {
        let _: Status = tree.tick_for(MINUTE, village);
    }
    village.told.drain(..).map(|line| line["00:00  ".len()..].to_owned()).collect()
}

#[test]
fn the_day_of_the_baker_goes_by_the_clock() {
    for hour in 0..24 {
        let (mut baker, mut village) = (Baker::new(), village(SEED, |village| village.clock = MINUTE * 60 * hour));
        let _ = baker.tick_for(TICK, &mut village);
        let expected = match hour {
            5..=7 => "bake",
            8..=11 | 13..=17 => "shop",
            12 => "lunch",
            18 => "close",
            _ => "sleep",
        };
        assert_eq!(baker.active().find_map(|node| node.label), Some(expected), "at {hour} o'clock");
    }
}

#[test]
fn at_six_the_baker_looks_at_what_is_left() {
    let [out, last, rest] = ["is sold out", "eats the last loaf", "gives the last 2 loaves to the dog"]
        .map(|words| format!("The baker {words}"));
    for (bread, words, bowl) in [(0, out, 1), (1, last, 1), (2, rest, 2)] {
        let mut village = village(SEED, |village| {
            village.clock = MINUTE * 60 * 18;
            village.bread = bread;
        });
        assert_eq!(told(&mut Baker::new(), &mut village, 1), [words]);
        assert_eq!(village.dog.bowl, bowl);
    }
}

#[test]
fn the_dog_chases_the_cat_in_one_game_of_three_and_only_through_an_open_gate() {
    let chases = |rust, chased| {
        let dogs = (0..600).map(|seed| {
            let mut village = village(seed, |village| (village.rust, village.cat.chased) = (rust, chased));
            told(&mut Dog::new(), &mut village, 1)
        });
        dogs.filter(|told| told.contains(&"The dog chases the cat".to_owned())).count()
    };
    assert!((175..225).contains(&chases(0, false)), "{}", chases(0, false));
    assert_eq!((chases(1, false), chases(0, true)), (0, 0));
}

#[test]
fn the_dog_sleeps_where_there_is_room_for_an_hour_or_two() {
    for (in_basket, places) in [(false, 3), (true, 2)] {
        let (mut beds, mut naps) = (BTreeMap::new(), Vec::new());
        for seed in 0..200 {
            let mut dog = Dog::new();
            let mut village = village(seed, |village| {
                village.dog.tiredness = 0.5;
                village.cat.in_basket = in_basket;
            });
            *beds.entry(told(&mut dog, &mut village, 1)).or_insert(0) += 1;
            let more = (1..200).take_while(|_| {
                told(&mut dog, &mut village, 1);
                village.dog.bed.is_some()
            });
            naps.push(1 + more.count());
            assert_eq!(village.dog.tiredness, 0.0);
        }
        assert!(beds.len() == places && beds.values().all(|&times| times > 45), "{beds:?}");
        assert!(naps.iter().min() == Some(&60) && naps.iter().max() == Some(&119), "{naps:?}");
    }
}

#[test]
fn a_dog_that_gets_nothing_to_eat_does_something_else() {
    let mut village = village(SEED, |village| (village.dog.hunger, village.dog.bowl) = (0.5, 0));
    let told = told(&mut Dog::new(), &mut village, 6);
    assert_eq!((told[0].as_str(), told[4].as_str()), ("The dog begs for bread", "The dog fetches a stick"));
}

#[test]
fn a_meal_is_over_when_it_has_been_eaten() {
    for (bowl, minutes) in [(1, 10), (0, 5)] {
        let mut village =
            village(SEED, |village| (village.dog.hunger, village.dog.bowl, village.bread) = (0.5, bowl, 1));
        let mut dog = Dog::new();
        told(&mut dog, &mut village, minutes - 1);
        assert_eq!((village.dog.bowl + village.bread, village.dog.hunger), (bowl + 1, 0.5));
        told(&mut dog, &mut village, 1);
        assert_eq!((village.dog.bowl + village.bread, village.dog.hunger), (bowl, 0.0));
    }
}

#[test]
fn the_basket_is_free_when_the_cat_has_left_it() {
    let mut village = village(SEED, |village| (village.cat.hunger, village.cat.boredom) = (0.0, 0.0));
    let mut cat = Cat::new();
    assert_eq!(told(&mut cat, &mut village, 1), ["The cat lies down in the dog's basket"]);
    assert!(village.cat.in_basket);
    village.cat.hunger = 0.5;
    assert_eq!(told(&mut cat, &mut village, 1), ["The cat has milk at the bakery"]);
    assert!(!village.cat.in_basket);
}

/// The labels of the active nodes after a minute.
fn labels(mut tree: impl TreeFor<Village, Answer = Status>, mut village: Village) -> Vec<&'static str> {
    told(&mut tree, &mut village, 1);
    tree.active().filter_map(|node| node.label).collect()
}

#[test]
fn what_is_urgent_has_a_label() {
    let nine = |raining| village(SEED, |village| (village.clock, village.raining) = (MINUTE * 60 * 9, raining));
    assert_eq!(
        (labels(Gardener::new(), nine(true)), labels(Gardener::new(), nine(false))),
        (vec!["shelter"], vec!["work"])
    );
    let chased = |chased| village(SEED, |village| village.cat.chased = chased);
    assert_eq!((labels(Cat::new(), chased(true)), labels(Cat::new(), chased(false))), (vec!["flee"], vec![]));
}

#[test]
fn the_gate_is_pushed_three_times_and_no_more() {
    for (rust, lines, last) in [(3, 3, "The gardener opens the gate"), (4, 3, "The gardener pushes the gate")] {
        let mut village = village(SEED, |village| (village.clock, village.rust) = (MINUTE * 60 * 9, rust));
        let told = told(&mut Gardener::new(), &mut village, 4);
        assert_eq!((told.len(), told[lines - 1].as_str()), (lines, last));
    }
}

#[test]
fn the_bell_rings_once_for_a_letter() {
    let mut village = village(SEED, |village| {
        village.letters.push_back(Letter::Gardener);
        (village.courier, village.dog.bed) = (21.0, Some("on the street"));
    });
    assert_eq!(told(&mut Deliver::new(), &mut village, 2), ["The courier rings the bell", "The courier gives up"]);
}

/// What is left of a tick is not lost: the last letter arrives in time.
#[test]
fn the_courier_is_as_fast_in_long_ticks_as_in_short_ones() {
    for ticks in [1, 2, 4, 1000] {
        let mut village = village(SEED, |village| village.letters.extend([Letter::Gardener, Letter::Baker]));
        let mut deliver = Deliver::new();
        for _ in 0..ticks {
            courier(&mut deliver, &mut village, MINUTE * 45 / ticks, &mut Replay::off());
        }
        let letters = ["a letter to the gardener in the garden", "a letter to the baker"];
        assert_eq!(told(&mut deliver, &mut village, 0), letters.map(|letter| format!("The courier hands {letter}")));
        assert_eq!((village.courier, village.letters.len()), (BAKERY, 0));
    }
}

const DAY: &str = "\
05:00  The baker lights the oven
05:00  The dog sleeps in its basket
05:00  The cat has milk at the bakery
05:35  The cat plays with a leaf in the garden
05:49  The cat lies down in the dog's basket
06:04  The dog sniffs at the oak
06:04  The dog sniffs at the lamp
06:04  The dog sniffs at the elm
06:04  The dog fetches a stick
06:15  The baker takes four loaves out of the oven
06:45  The baker takes four loaves out of the oven
07:15  The baker takes four loaves out of the oven
07:34  The dog eats
07:44  The dog fetches a stick
09:01  The gardener pushes the gate
09:02  The gardener pushes the gate
09:03  The gardener opens the gate
09:10  The baker sells a loaf
09:13  The gardener waters a bed
09:14  The dog fetches a stick
09:23  The gardener waters a bed
09:23  The gardener fetches the ladder
09:40  The dog barks at the courier
09:40  The gardener puts the ladder away
09:40  The gardener goes in
09:44  The dog barks at the courier
09:45  The dog sleeps on the street
09:50  The cat plays with a leaf in the garden
10:00  The courier hands a letter to the gardener at the cottage
10:05  The gardener looks out of the window
10:10  The cat has milk at the bakery
10:15  The courier rings the bell
10:16  The dog barks at the courier
10:20  The baker sells a loaf
10:20  The dog barks at the courier
10:22  The dog begs for bread
10:27  The courier hands a letter to the baker
10:27  The dog fetches a stick
10:30  The cat lies down in the dog's basket
10:30  The gardener looks out of the window
10:50  The gardener waters a bed
11:00  The gardener fetches the ladder
11:25  The gardener whistles
11:30  The baker sells a loaf
11:50  The gardener puts the ladder away
11:50  The gardener has tea
11:57  The dog fetches a stick
12:15  The baker has lunch
13:05  The cat plays with a leaf in the garden
13:27  The dog begs for bread
13:32  The cat has milk at the bakery
13:32  The dog fetches a stick
13:45  The cat lies down in the dog's basket
14:10  The baker sells a loaf
15:02  The dog sleeps on the doormat
15:15  The courier hands a letter to the gardener in the garden
15:20  The baker sells a loaf
15:30  The courier hands a letter to the baker
16:30  The baker sells a loaf
16:30  The courier gives up
16:55  The dog fetches a stick
17:33  The cat plays with a leaf in the garden
17:40  The baker sells a loaf
17:54  The cat has milk at the bakery
18:00  The baker gives the last 3 loaves to the dog
18:12  The cat lies down in the dog's basket
18:25  The dog eats
18:35  The dog fetches a stick
20:05  The dog chases the cat
20:05  The cat climbs the apple tree
20:05  The gardener hears the cat
20:10  The gardener fetches the ladder
20:10  The cat comes down the ladder
20:10  The cat plays with a leaf in the garden
20:20  The gardener puts the ladder away
20:30  The cat lies down in the dog's basket
";

#[cfg(feature = "live")]
#[test]
fn a_live_day_is_the_same_day() {
    let built = day(Village::new(SEED), TICK, &mut Replay::off());
    let mut minutes = 0;
    let live = crate::live::Day::new(SEED, None).pass(|_| minutes += 1);
    assert_eq!(live, built);
    assert!(minutes > 60);
}

#[test]
fn the_story_of_the_program() {
    assert_printed("village", &story(SEED, &mut Replay::off()));
}
