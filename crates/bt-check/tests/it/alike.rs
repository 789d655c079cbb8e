//! Agents that are alike change places: as many states as there are orbits, and the same verdicts.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use bt_check::{Agent, Check};

const WORKERS: usize = 3;

/// Workers who share a hammer and some nails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shop {
    /// Who thinks in the next tick. Workers think in any order, so no one comes first.
    turn: Option<usize>,
    holds_hammer: [bool; WORKERS],
    nails: [u8; WORKERS],
}

const SHOP: Shop = Shop { turn: None, holds_hammer: [false; WORKERS], nails: [0; WORKERS] };

/// What one of them sees.
struct View<'s> {
    shop: &'s mut Shop,
    me: usize,
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Worker(View<'_>) = forever < sequence <
        wait_until(|view| view.shop.nails[view.me] < 2),
        action(|view| view.shop.nails[view.me] += 1),
        free: wait_until(|view| !view.shop.holds_hammer.contains(&true)),
        action(|view| view.shop.holds_hammer[view.me] = true),
        hit: skip_tick,
        action(|view| view.shop.holds_hammer[view.me] = false),
        repeat(2) < sequence < rest: skip_tick, action(|view| view.shop.nails[view.me] = 0) > >,
    > >
}

/// Takes a tick.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct SkipTick {
    again: bool,
}

impl<C: ?Sized> bt::Behavior<C> for SkipTick {
    type Answer = bt::Status;

    fn run(&mut self, _: &mut C) -> bt::Status {
        if std::mem::replace(&mut self.again, true) { bt::Status::Success } else { bt::Status::Running }
    }
}

type Workers = [Agent<Worker>; WORKERS];

fn think(shop: &Shop, me: usize) -> Shop {
    Shop { turn: Some(me), ..shop.clone() }
}

/// Sorts the workers, with what the shop knows about each. Trees are ordered by their hashes.
fn sort(shop: &mut Shop, workers: &mut Workers) {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut order = [0, 1, 2];
    order.sort_by_key(|&me| (shop.holds_hammer[me], shop.nails[me], hasher.hash_one(&workers[me])));
    let (old, old_workers) = (shop.clone(), workers.clone());
    shop.holds_hammer = order.map(|me| old.holds_hammer[me]);
    shop.nails = order.map(|me| old.nails[me]);
    shop.turn = old.turn.map(|turn| order.iter().position(|&me| me == turn).expect("it is one of them"));
    *workers = order.map(|me| old_workers[me].clone());
}

fn check() -> Check<'static, Shop, Workers> {
    Check::several(SHOP, [(); WORKERS].map(|()| Worker::new()))
        .tick(|shop, workers| {
            if let Some(me) = shop.turn.take() {
                workers[me].tick(&mut View { shop, me });
            }
        })
        .moves(|shop, next| {
            for me in 0..WORKERS {
                next.may(format_args!("{me}"), think(shop, me));
            }
            next.something_happens();
        })
}

/// What follows if one of them thinks.
fn after((shop, workers): &(Shop, Workers), me: usize) -> (Shop, Workers) {
    let (mut shop, mut workers) = (shop.clone(), workers.clone());
    workers[me].0.tick(&mut View { shop: &mut shop, me });
    (shop, workers)
}

/// All states, found without the search.
fn naive() -> HashSet<(Shop, Workers)> {
    let first = (SHOP, [(); WORKERS].map(|()| Agent(Worker::new())));
    let (mut seen, mut open) = (HashSet::from([first.clone()]), vec![first]);
    while let Some(state) = open.pop() {
        for next in (0..WORKERS).map(|me| after(&state, me)) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

#[test]
fn there_are_as_many_states_as_orbits() {
    let states = naive();
    // Each kind of worker has a number, and an orbit is which kinds there are.
    let mut kinds = HashMap::new();
    let mut orbit = |(shop, workers): &(Shop, Workers)| {
        let mut orbit = [0, 1, 2].map(|me| {
            let number = kinds.len();
            *kinds.entry((shop.holds_hammer[me], shop.nails[me], workers[me].clone())).or_insert(number)
        });
        orbit.sort_unstable();
        orbit
    };
    let orbits: HashSet<_> = states.iter().map(&mut orbit).collect();
    assert_eq!(check().holds().states(), states.len());
    assert_eq!(check().alike(sort).holds().states(), orbits.len());
    assert_eq!((states.len(), orbits.len()), (105, 27));
}

/// The agents of the first state are sorted, too: worlds that only differ in which agent is which count once.
#[test]
fn the_first_state_is_sorted_too() {
    let begun = |nails| {
        let workers = [(); WORKERS].map(|()| Worker::new());
        Check::several(Shop { nails, ..SHOP }, workers).tick(|_, _| ()).alike(sort).holds().states()
    };
    assert_eq!([begun([0, 0, 1]), begun([1, 0, 0])], [1, 1]);
}

#[test]
fn verdicts_are_the_same() {
    for fold in [false, true] {
        let holds = |add: fn(Check<'static, Shop, Workers>) -> Check<'static, Shop, Workers>| {
            add(if fold { check().alike(sort) } else { check() }).run().holds()
        };
        assert!(holds(|check| check
            .never("two hammers", |now| { now.world.holds_hammer.iter().filter(|holds| **holds).count() > 1 })));
        assert!(!holds(|check| check.never("a nail for each", |now| !now.world.nails.contains(&0))));
        assert!(holds(|check| check.eventually("a nail", |now| now.world.nails != [0; WORKERS])));
        assert!(!holds(|check| check.eventually("a nail for each", |now| !now.world.nails.contains(&0))));
        assert!(!holds(|check| {
            check.leads_to("work ends", |now| now.is_active("hit"), |now| !now.world.holds_hammer.contains(&true))
        }));
    }
}

/// In the sorted system, the worker of each step has a different number. Its number in the original system can be
/// found, so a counterexample is always in terms of the original one.
#[test]
fn a_counterexample_is_one_of_the_original_system() {
    let fails = |check: Check<'static, Shop, Workers>| {
        check.never("all have a nail, and one the hammer", |now| {
            now.world.nails.iter().all(|nails| *nails > 0) && now.world.holds_hammer.contains(&true)
        })
    };
    let report = fails(check().alike(sort)).run();
    let sorted = report.counterexample().expect("they take nails, and one of them the hammer");
    let shortest = fails(check()).run().counterexample().expect("as above").steps();
    assert_eq!(sorted.steps(), shortest);

    let first = (SHOP, [(); WORKERS].map(|()| Agent(Worker::new())));
    let (mut folded, mut original, mut moves) = (first.clone(), first, Vec::new());
    let fold = |mut state: (Shop, Workers)| {
        sort(&mut state.0, &mut state.1);
        state
    };
    for step in sorted.moves() {
        folded = fold(after(&folded, step.parse().expect("moves have the number of a worker")));
        let mut same = (0..WORKERS).filter(|&me| fold(after(&original, me)) == folded);
        let me = same.next().expect("one of the workers does the same");
        original = after(&original, me);
        moves.push(me.to_string());
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let story = std::panic::catch_unwind(|| fails(check()).replay(&moves, None)).expect_err("it fails there, too");
    assert!(story.downcast_ref::<String>().is_some_and(|story| story.contains("fails: all have a nail")));
}
