//! Tests what users cannot see: the size of blocks changes nothing, and slots run out of generations.

extern crate std;

use std::vec::Vec;

use bt::bt;

use crate::Crowd;
use crate::groups::block::FEW;
use crate::groups::ends::Ends;
use crate::groups::moves::Moves;
use crate::groups::rhythm::Rhythm;
use crate::groups::ring::Ring;
use crate::slices::{ROW, agents_in, tick_blocks};

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
        sequence <
            wait_until(|dice| dice.eyes % 3 == 0),
            action(|dice| dice.add(1)),
            condition(|dice| dice.eyes % 2 == 0),
        >,
        // More places than `tick_all` has groups.
        sequence <
            wait_until(|dice| dice.eyes % 5 == 0),
            action(|dice| dice.add(2)),
            wait_until(|dice| dice.eyes % 5 == 1),
            action(|dice| dice.add(3)),
            wait_until(|dice| dice.eyes % 5 == 2),
            action(|dice| dice.add(4)),
            wait_until(|dice| dice.eyes % 5 == 3),
            action(|dice| dice.add(5)),
            wait_until(|dice| dice.eyes % 5 == 4),
            action(|dice| dice.add(6)),
            wait_until(|dice| dice.eyes % 7 == 0),
            action(|dice| dice.add(7)),
            wait_until(|dice| dice.eyes % 7 == 1),
            action(|dice| dice.add(8)),
            wait_until(|dice| dice.eyes % 7 == 2),
            action(|dice| dice.add(9)),
            wait_until(|dice| dice.eyes % 7 == 3),
            action(|dice| dice.add(10)),
            wait_until(|dice| dice.eyes % 7 == 4),
            action(|dice| dice.add(11)),
        >,
    >
}

/// Agents that have been ticked alone this many times.
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

fn in_blocks_of<const ROWS: usize>(agents: u64, ticks: u32) -> Vec<(Gamble, Dice)> {
    let (mut trees, mut dice): (Vec<_>, Vec<_>) = alone(agents, 0).into_iter().unzip();
    for _ in 0..ticks {
        let tick = |tree: &mut Gamble, dice: &mut Dice| {
            dice.roll();
            tree.tick(dice);
        };
        tick_blocks::<ROWS, _, _>(&mut trees, &mut dice, tick, true);
    }
    trees.into_iter().zip(dice).collect()
}

#[test]
fn the_size_of_blocks_changes_nothing_in_slices() {
    let alone = alone(700, 60);
    assert_eq!(in_blocks_of::<1>(700, 60), alone);
    assert_eq!(in_blocks_of::<2>(700, 60), alone);
    assert_eq!(in_blocks_of::<8>(700, 60), alone);
    assert_eq!(in_blocks_of::<16>(700, 60), alone);
}

#[test]
fn a_row_shows_which_agents_are_in_a_place() {
    let mut chance = 1;
    for round in 0..1000 {
        let places: [u8; ROW] = std::array::from_fn(|_| draw(&mut chance, 2 + round % 255) as u8 ^ round as u8);
        for place in [0, 1, 127, 128, 255, round as u8, places[7]] {
            let bits = (0..ROW).filter(|index| places[*index] == place).fold(0, |bits, index| bits | 1 << index);
            assert_eq!(agents_in(place, &places), bits);
        }
    }
}

#[test]
fn the_size_of_blocks_changes_nothing_in_a_crowd() {
    const AGENTS: u64 = 5 * FEW as u64;
    let alone = alone(AGENTS, 60);
    // The smallest blocks have too few agents for groups. The last block has fewer agents than the others.
    for seat_bits in [0, 1, 6, 9, 10, 11, 14] {
        let mut crowd = Crowd::with_seats(seat_bits);
        for number in 0..AGENTS {
            crowd.insert(Gamble::new(), Dice::new(number));
        }
        for _ in 0..60 {
            crowd.tick(|tree, dice| {
                dice.roll();
                tree.tick(dice);
            });
        }
        assert!(crowd.iter().map(|(_, tree, dice)| (tree.clone(), dice.clone())).eq(alone.iter().cloned()));
        assert!(crowd.iter_mut().map(|(_, tree, dice)| (tree.clone(), dice.clone())).eq(alone.iter().cloned()));
    }
}

#[test]
fn agents_come_and_go_while_others_are_regrouped() {
    let (mut crowd, mut alone, mut chance) = (Crowd::with_seats(10), Vec::new(), 1);
    for round in 0..400 {
        // At first the crowd grows, then it shrinks: blocks gain groups, and lose them.
        let (come, go) = if round < 200 { (20, 5) } else { (0, 15) };
        for _ in 0..draw(&mut chance, come + 1) {
            let dice = Dice::new(draw(&mut chance, 1 << 40));
            alone.push((crowd.insert(Gamble::new(), dice.clone()), Gamble::new(), dice));
        }
        for _ in 0..draw(&mut chance, go + 1) {
            let count = alone.len() as u64;
            if count > 0 {
                let (id, tree, dice) = alone.swap_remove(draw(&mut chance, count) as usize);
                assert_eq!(crowd.remove(id), Some((tree, dice)));
            }
        }
        let count = alone.len() as u64;
        if let Some((id, tree, _)) = alone.get_mut(draw(&mut chance, count.max(1)) as usize) {
            tree.reset();
            crowd.get_mut(*id).expect("it is there").0.reset();
        }
        crowd.tick(|tree, dice| {
            dice.roll();
            tree.tick(dice);
        });
        for (_, tree, dice) in &mut alone {
            dice.roll();
            tree.tick(dice);
        }
        assert_eq!(crowd.len(), alone.len());
        assert!(alone.iter().all(|(id, tree, dice)| crowd.get(*id) == Some((tree, dice))), "round {round}");
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

/// A generator by Marsaglia (xorshift), below a bound.
fn draw(chance: &mut u64, bound: u64) -> u64 {
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    *chance % bound
}

/// A ring of agents, which have nothing but their groups, and how many swaps were made.
struct Round {
    ring: Ring,
    moves: Moves,
    agents: Vec<u8>,
    swaps: usize,
}

impl Round {
    fn new(groups: usize, agents: impl IntoIterator<Item = u8>) -> Self {
        let agents: Vec<u8> = agents.into_iter().collect();
        let mut ring = Ring::new(groups);
        agents.iter().for_each(|_| ring.push());
        let mut round = Round { ring, moves: Moves::new(), agents, swaps: 0 };
        round.regroup();
        round
    }

    /// Brings each agent into its group, and checks the result.
    fn regroup(&mut self) {
        let Round { ring, moves, agents, swaps } = self;
        ring.regroup(&mut agents.clone(), moves, &mut Ends::new());
        for (one, other) in moves.swaps() {
            assert_ne!(one, other);
            agents.swap(one, other);
            *swaps += 1;
        }
        let sorted = (0..).zip(ring.sizes()).flat_map(|(group, &size)| std::iter::repeat_n(group, size));
        let around = agents.iter().cycle().skip(ring.start());
        assert!(sorted.eq(around.take(agents.len()).copied()));
    }
}

#[test]
fn a_ring_brings_each_agent_into_its_group() {
    let mut chance = 0x1234_5678_9ABC_DEF1;
    for groups in [1, 2, 3, 5, 17, 64] {
        for agents in [0, 1, 2, 3, 8, 9, 100, 1000] {
            let mut draw = |bound| draw(&mut chance, bound);
            // The ring may know of fewer groups than there are: then it grows.
            let known = 1 + draw(groups as u64) as usize;
            let mut round = Round::new(known, (0..agents).map(|_| draw(groups as u64) as u8));
            for rest in [0, 1, 2, 10, 100] {
                for _ in 0..10 {
                    for group in &mut round.agents {
                        if draw(rest + 1) == 0 {
                            *group = draw(groups as u64) as u8;
                        }
                    }
                    match draw(8) {
                        0 => {
                            round.agents.push(draw(groups as u64) as u8);
                            round.ring.push();
                        }
                        1 | 2 if !round.agents.is_empty() => {
                            let gone = draw(round.agents.len() as u64);
                            round.agents.swap_remove(gone as usize);
                            round.ring.pop();
                        }
                        _ => {}
                    }
                    round.regroup();
                }
            }
        }
    }
}

#[test]
fn agents_that_leave_in_the_order_in_which_they_came_are_not_moved() {
    const STAYS: [u32; 4] = [1, 30, 3, 10];
    let mut round = Round::new(4, [0; 440]);
    // Ten agents begin in each tick.
    let mut ages: Vec<u32> = (0..440).map(|number| number % 44).collect();
    let group = |age: u32| {
        let mut left = age % 44;
        STAYS.iter().position(|stay| {
            let here = left < *stay;
            left = left.saturating_sub(*stay);
            here
        })
    };
    for tick in 0..200 {
        ages.iter_mut().for_each(|age| *age += 1);
        let groups: Vec<u8> = ages.iter().map(|age| group(*age).expect("it is somewhere") as u8).collect();
        round.agents.copy_from_slice(&groups);
        let Round { ring, moves, agents, swaps } = &mut round;
        if tick == 100 {
            *swaps = 0;
        }
        ring.regroup(agents, moves, &mut Ends::new());
        for (one, other) in moves.swaps() {
            ages.swap(one, other);
            *swaps += 1;
        }
    }
    assert_eq!(round.swaps, 0);
}

#[test]
fn agents_that_go_back_leave_the_others_where_they_are() {
    // Twenty groups of a thousand: ten agents go back to the previous group, and ten others take their places.
    let mut round = Round::new(20, (0..20_000).map(|number| (number / 1000) as u8));
    round.swaps = 0;
    for index in 0..10 {
        round.agents[5100 + index] = 4;
        round.agents[4100 + index] = 5;
    }
    round.regroup();
    assert_eq!(round.swaps, 10);
}

/// How many agents are in each of four groups after a hundred ticks, if the agents of a group go to the group in `next`
/// in each tick.
fn sizes_after_a_hundred_ticks(next: [u8; 4]) -> [usize; 4] {
    let mut round = Round::new(4, (0..40).map(|number| number / 10));
    let mut ends = Ends::new();
    for _ in 0..100 {
        let Round { ring, moves, agents, .. } = &mut round;
        agents.iter_mut().for_each(|group| *group = next[usize::from(*group)]);
        ends.begin();
        ends.keep(ring.parts(agents.len()), agents);
        ring.regroup(&mut agents.clone(), moves, &mut ends);
        moves.swaps().for_each(|(one, other)| agents.swap(one, other));
    }
    std::array::from_fn(|group| round.agents.iter().filter(|other| usize::from(**other) == group).count())
}

#[test]
fn idle_agents_stay_where_they_begin_anew() {
    assert_eq!(
        sizes_after_a_hundred_ticks([3, 1, 2, 0]),
        [0, 10, 10, 20],
        "idle agents begin in group 3, and stay there"
    );
    assert_eq!(sizes_after_a_hundred_ticks([1, 3, 2, 0]), [10; 4], "they begin in group 1, and end in group 3");
}

#[test]
fn a_block_is_regrouped_less_often_where_that_gains_little() {
    let mut rhythm = Rhythm::new();
    assert!(rhythm.is_time());
    let ticks = |rhythm: &mut Rhythm| (1..).find(|_| rhythm.is_time());
    let uniform = [(); 5].map(|()| {
        rhythm.slow_down();
        ticks(&mut rhythm)
    });
    assert_eq!(uniform, [8, 16, 32, 64, 64].map(Some), "nearly all are in one group");
    rhythm = Rhythm::new();
    let grouped = [500, 0, 31, 32].map(|swaps| {
        rhythm.adapt(1000, 500, swaps);
        ticks(&mut rhythm)
    });
    assert_eq!(grouped, [1, 3, 3, 1].map(Some), "few have to be moved");
    let grouped = [71, 72, 71, 214, 215].map(|leavers| {
        rhythm.adapt(1000, leavers, 40);
        ticks(&mut rhythm)
    });
    assert_eq!(grouped, [3, 3, 3, 3, 1].map(Some), "one in fourteen leaves in a tick");
    rhythm.slow_down();
    assert_eq!(ticks(&mut rhythm), Some(8), "the period starts over");
}

/// What is borrowed or held for long can be used where a shorter life is enough.
#[test]
fn iterators_are_covariant() {
    use crate::{IntoIter, IterMut};

    fn covariant<'a>(agents: IterMut<'static, Gamble, Dice>) -> IterMut<'a, Gamble, Dice> {
        agents
    }

    fn covariant_too<'a>(agents: IntoIter<Gamble, &'static u32>) -> IntoIter<Gamble, &'a u32> {
        agents
    }

    let _ = (covariant, covariant_too);
}
