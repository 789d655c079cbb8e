//! All ways to tick many agents have the same results as ticking each alone.

use std::fmt::Debug;

use bt::Tree;
use bt_crowd::{Crowd, par_tick_all, tick_all};

use super::{Anyone, Both, Long, Patient, Risky, Sentry, Walker};

/// The interface of a tree and its context for a test.
trait Value: Clone + Debug + PartialEq + Send + 'static {}

impl<V: Clone + Debug + PartialEq + Send + 'static> Value for V {}

/// Ticks the same agents in every way, and compares all after each tick.
fn all_ways_agree<T: Tree + Value>(agents: u64, ticks: u32, new: impl Fn() -> T, tick: fn(&mut T, &mut Walker)) {
    let mut trees: Vec<T> = (0..agents).map(|_| new()).collect();
    let mut walkers: Vec<Walker> = (0..agents).map(Walker::new).collect();
    let (mut slices, mut on_cores) = ((trees.clone(), walkers.clone()), (trees.clone(), walkers.clone()));
    let (mut crowd, mut crowd_on_cores) = (Crowd::new(), Crowd::new());
    for (tree, walker) in trees.iter().zip(&walkers) {
        crowd.insert(tree.clone(), walker.clone());
        crowd_on_cores.insert(tree.clone(), walker.clone());
    }
    // More threads than this machine may have cores.
    let threads = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads can be started");
    for number in 0..ticks {
        for (tree, walker) in trees.iter_mut().zip(&mut walkers) {
            walker.look();
            tick(tree, walker);
        }
        let look_and_tick = |tree: &mut T, walker: &mut Walker| {
            walker.look();
            tick(tree, walker);
        };
        tick_all(&mut slices.0, &mut slices.1, look_and_tick);
        threads.install(|| par_tick_all(&mut on_cores.0, &mut on_cores.1, look_and_tick));
        crowd.tick(look_and_tick);
        threads.install(|| crowd_on_cores.par_tick(look_and_tick));
        for (index, alone) in trees.iter().zip(&walkers).enumerate() {
            let place = format!("agent {index} of {agents} after tick {number}");
            assert_eq!((&slices.0[index], &slices.1[index]), alone, "tick_all, {place}");
            assert_eq!((&on_cores.0[index], &on_cores.1[index]), alone, "par_tick_all, {place}");
        }
        for (name, crowd) in [("tick", &crowd), ("par_tick", &crowd_on_cores)] {
            assert_eq!(crowd.iter().count() as u64, agents);
            for ((_, tree, walker), alone) in crowd.iter().zip(trees.iter().zip(&walkers)) {
                assert_eq!((tree, walker), alone, "{name} of a crowd of {agents}, after tick {number}");
            }
        }
    }
    let wanders = walkers.iter().any(|walker| walker.record != walkers[0].record);
    assert!(agents < 100 || wanders, "the agents do not all do the same");
}

#[test]
fn ticking_all_is_ticking_each() {
    for agents in [0, 1, 2, 513, 1023, 1024, 1025, 1500] {
        all_ways_agree(agents, 40, Sentry::new, |tree, walker| walker.answer = Ok(tree.tick(walker)));
    }
}

#[test]
fn frames_and_subtrees_too() {
    all_ways_agree(1100, 40, || Both::new(3), |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
fn trees_with_more_places_than_groups_too() {
    all_ways_agree(1100, 150, Long::new, |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
fn trees_that_keep_time_too() {
    all_ways_agree(1100, 40, Patient::new, |tree, walker| walker.answer = Ok(tree.tick_for(0.1, walker)));
}

#[test]
fn trees_with_errors_too() {
    all_ways_agree(1100, 40, Risky::new, |tree, walker| walker.answer = tree.tick(walker));
}

#[test]
fn trees_for_any_context_too() {
    all_ways_agree(1100, 40, || Anyone::new(3), |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
fn crowds_of_several_blocks_too() {
    all_ways_agree(40_000, 6, Sentry::new, |tree, walker| walker.answer = Ok(tree.tick(walker)));
}

#[test]
#[should_panic(expected = "as many trees as contexts")]
fn slices_of_different_lengths_are_a_mistake() {
    let mut walkers = vec![Walker::new(1), Walker::new(2)];
    tick_all(&mut [Sentry::new()], &mut walkers, |_, _| panic!("nothing is ticked"));
}

#[test]
#[should_panic(expected = "as many trees as contexts")]
fn they_are_on_all_cores_too() {
    par_tick_all(&mut [Sentry::new()], &mut [] as &mut [Walker], |_, _| {});
}
