//! What cannot be seen from outside: that the size of blocks changes nothing, and what is done when numbers run out.

extern crate std;

use std::vec::Vec;

use super::all::tick_blocks;
use super::many::Crowd;
use crate::bt;

/// A number that changes in each tick, and what has been done with it.
#[derive(Clone, Debug, PartialEq)]
struct Dice {
    eyes: u64,
    sum: u64,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Dice { eyes: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15), sum: 0 }
    }

    fn roll(&mut self) {
        let eyes = self.eyes.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let eyes = (eyes ^ (eyes >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.eyes = eyes ^ (eyes >> 27);
    }

    fn add(&mut self, what: u64) {
        self.sum = self.sum.wrapping_mul(31).wrapping_add(what);
    }
}

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Gamble(Dice) = selector <
        sequence < wait_until(|dice| dice.eyes % 3 == 0), action(|dice| dice.add(1)), condition(|dice| dice.eyes % 2 == 0) >,
        sequence < wait_until(|dice| dice.eyes % 5 == 0), action(|dice| dice.add(2)) >,
    >
}

/// Agents, each ticked by itself so many times.
fn alone(agents: u64, ticks: u32) -> Vec<(Gamble, Dice)> {
    let mut alone: Vec<_> = (0..agents).map(|number| (Gamble::new(), Dice::new(number))).collect();
    for (tree, dice) in &mut alone {
        for _ in 0..ticks {
            dice.roll();
            tree.tick(dice);
        }
    }
    alone
}

fn in_blocks_of<const SIZE: usize>(agents: u64, ticks: u32) -> Vec<(Gamble, Dice)> {
    let (mut trees, mut dice): (Vec<_>, Vec<_>) = alone(agents, 0).into_iter().unzip();
    for _ in 0..ticks {
        let tick = |tree: &mut Gamble, dice: &mut Dice| {
            tree.tick(dice);
        };
        tick_blocks::<SIZE, _, _>(&mut trees, &mut dice, Dice::roll, tick, true);
    }
    trees.into_iter().zip(dice).collect()
}

#[test]
fn the_size_of_blocks_changes_nothing_in_slices() {
    let alone = alone(700, 30);
    assert_eq!(in_blocks_of::<1>(700, 30), alone);
    assert_eq!(in_blocks_of::<2>(700, 30), alone);
    assert_eq!(in_blocks_of::<64>(700, 30), alone);
    assert_eq!(in_blocks_of::<700>(700, 30), alone);
    assert_eq!(in_blocks_of::<1024>(700, 30), alone);
}

#[test]
fn the_size_of_blocks_changes_nothing_in_a_crowd() {
    let alone = alone(700, 30);
    for seats in [1, 2, 64, 700, 1024] {
        let mut crowd = Crowd::with_seats(seats);
        for number in 0..700 {
            crowd.insert(Gamble::new(), Dice::new(number));
        }
        for _ in 0..30 {
            crowd.tick(Dice::roll, |tree, dice| {
                tree.tick(dice);
            });
        }
        assert!(crowd.iter().map(|(_, tree, dice)| (tree.clone(), dice.clone())).eq(alone.iter().cloned()));
        assert!(crowd.iter_mut().map(|(_, tree, dice)| (tree.clone(), dice.clone())).eq(alone.iter().cloned()));
    }
}

#[test]
fn a_slot_that_has_been_through_all_generations_is_not_used_again() {
    let mut crowd = Crowd::new();
    let first = crowd.insert(Gamble::new(), Dice::new(0));
    crowd.remove(first);
    crowd.generations[0] = u32::MAX - 1;
    let last = crowd.insert(Gamble::new(), Dice::new(1));
    assert_eq!((last.slot, last.generation), (0, u32::MAX));
    assert!(crowd.remove(last).is_some());
    assert!(crowd.get(last).is_none() && crowd.iter().next().is_none());
    assert_eq!(crowd.insert(Gamble::new(), Dice::new(2)).slot, 1);
    assert!(crowd.get(last).is_none() && crowd.get(first).is_none());
    assert_eq!(crowd.iter().count(), 1);
    assert_eq!(crowd.iter_mut().count(), 1);
}
