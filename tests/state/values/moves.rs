//! A value is moved where it is used last, and cloned everywhere else. `copies` counts the clones.

use std::cell::Cell;
use std::rc::Rc;

use bt::{Decorator, Status, TreeFor, bt, leaf};

#[derive(Default)]
struct Yard {
    copies: Rc<Cell<usize>>,
    /// How often `stubborn` still fails.
    failures: u32,
}

/// A value that counts its clones.
#[derive(Debug)]
pub struct Log(Rc<Cell<usize>>);

impl Clone for Log {
    fn clone(&self) -> Self {
        self.0.set(self.0.get() + 1);
        Log(self.0.clone())
    }
}

impl Log {
    fn number(&self) -> usize {
        7
    }
}

#[leaf]
fn fell(yard: &mut Yard) -> Option<Log> {
    Some(Log(yard.copies.clone()))
}

#[leaf]
fn saw(_: &mut Yard, _log: &Log) {}

#[leaf]
fn burn(_: &mut Yard, _log: Log) {}

#[leaf]
fn count_rings(_: &mut Yard, log: Log, more: &mut usize) -> Option<usize> {
    *more += 1;
    Some(log.number() + *more)
}

#[leaf]
fn smoulder(_: &mut Yard, _log: Log, ticks: &mut u32) -> Status {
    if *ticks == 0 {
        return Status::Success;
    }
    *ticks -= 1;
    Status::Running
}

#[leaf]
fn join(_: &mut Yard, _one: &Log, _other: &Log) {}

#[leaf]
fn weigh(_: &mut Yard, _number: usize, _log: &Log) {}

#[leaf]
fn measure(_: &mut Yard, _log: &Log, _number: usize) {}

/// Is running in its first tick.
#[leaf]
fn carry(_: &mut Yard, _log: &Log, over: &mut bool) -> Status {
    if std::mem::replace(over, true) { Status::Success } else { Status::Running }
}

#[leaf]
fn pause(_: &mut Yard, over: &mut bool) -> Status {
    if std::mem::replace(over, true) { Status::Success } else { Status::Running }
}

#[leaf]
fn stubborn(yard: &mut Yard, _log: &Log) -> bool {
    let fails = yard.failures > 0;
    yard.failures = yard.failures.saturating_sub(1);
    !fails
}

bt! { Hand(Yard) { log: Log } = saw(log) }
bt! { Felled(Yard) -> Option<Log> = sequence < fell -> log, succeed(log) > }

/// Ticks a tree to its end. The number of clones.
fn copies<A>(tree: impl TreeFor<Yard, Answer = A>, failures: u32) -> usize {
    let mut tree = tree;
    let mut yard = Yard { failures, ..Yard::default() };
    for _ in 0..20 {
        tree.tick_for(0.1, &mut yard);
        if !tree.is_running() {
            break;
        }
    }
    assert!(!tree.is_running(), "it ends");
    yard.copies.get()
}

macro_rules! copies {
    ($($tree:tt)*) => { copies(bt!((Yard) = $($tree)*), 0) };
}

#[test]
fn the_last_use_on_a_way_moves() {
    assert_eq!(copies!(sequence < fell -> log, saw(log) >), 0);
    assert_eq!(copies!(sequence < fell -> log, saw(log), saw(log) >), 1);
    assert_eq!(copies!(sequence < fell -> log, action(|_| { let _ = &log; }), saw(log) >), 0);
    assert_eq!(copies!(sequence < fell -> log, saw(log), action(|_| { let _ = &log; }) >), 1);
    assert_eq!(copies!(sequence < fell -> log, carry(log, false) >), 0);
    assert_eq!(copies!(sequence < fell -> log, pause(false), saw(log) >), 0);
    assert_eq!(copies!(sequence < fell -> log, wait(0.3), saw(log), pause(false), saw(log) >), 1);
    assert_eq!(copies!(sequence < sequence < fell -> log, succeed(log) > -> whole: Log, saw(whole) >), 0);
    assert_eq!(copies!(sequence < felled -> log, saw(log) >), 0);
}

#[test]
fn arguments_are_taken_from_left_to_right() {
    assert_eq!(copies!(sequence < fell -> log, join(log, log) >), 1);
    assert_eq!(copies!(sequence < fell -> log, weigh(log.number(), log) >), 0);
    assert_eq!(copies!(sequence < fell -> log, weigh(|_| log.number(), log) >), 0);
    assert_eq!(copies!(sequence < fell -> log, measure(log, log.number()) >), 1);
    assert_eq!(copies!(sequence < fell -> log, fell -> other, join(log, other) >), 0);
    assert_eq!(copies!(sequence < parallel < fell, fell > -> (log, other), join(log, other) >), 0);
}

#[test]
fn a_choice_moves_on_each_way() {
    assert_eq!(copies!(sequence < fell -> log, if_else(|_| true) < saw(log), saw(log) > >), 0);
    assert_eq!(copies!(sequence < fell -> log, if_else(|_| true) < saw(log), saw(log) >, saw(log) >), 1);
    assert_eq!(copies!(sequence < fell -> log, switch(|_| 1) < 0 => saw(log), _ => saw(log) > >), 0);
    // After a failure of the first one, the second one needs it, too.
    let either = || bt!((Yard) = sequence < fell -> log, selector < stubborn(log), saw(log) > >);
    assert_eq!(copies(either(), 0), 1);
    assert_eq!(copies(either(), 1), 1);
    let barred = bt!(
        (Yard) = sequence <
            fell -> log,
            selector < sequence < condition(|_| false), saw(log) >, saw(log) >,
        >
    );
    assert_eq!(copies(barred, 0), 0, "the first one does not run");
}

#[test]
fn a_decorator_that_starts_its_child_once_lends_the_variable() {
    assert_eq!(copies!(sequence < fell -> log, timeout(1.0) < saw(log) > >), 0);
    assert_eq!(copies!(sequence < fell -> log, timeout(1.0) < carry(log, false) > >), 0);
    assert_eq!(copies!(sequence < fell -> log, timeout(1.0) < inverter < force_failure < saw(log) > > > >), 0);
    assert_eq!(copies!(sequence < fell -> log, guard(|_| true) < timeout(1.0) < saw(log) > > >), 0);
    assert_eq!(copies!(sequence < fell -> log, wait(0.2), cooldown(1.0) < carry(log, false) > >), 0);
    assert_eq!(copies!(sequence < fell -> log, timeout(1.0) < saw(log) >, timeout(1.0) < saw(log) > >), 1);
    // The condition is asked in every tick.
    assert_eq!(copies!(sequence < fell -> log, guard(|_| log.number() > 0) < saw(log) > >), 1);
    assert_eq!(copies!(sequence < fell -> log, parallel < saw(log), pause(false) > >), 0);
    // The branches begin one after another: the last one that uses it takes it.
    assert_eq!(copies!(sequence < fell -> log, parallel < saw(log), saw(log) > >), 1);
    assert_eq!(copies!(sequence < fell -> log, parallel < carry(log, false), saw(log), pause(false) > >), 1);
    assert_eq!(copies!(sequence < fell -> log, race < timeout(1.0) < carry(log, false) >, carry(log, true) > >), 1);
    assert_eq!(copies!(sequence < fell -> log, parallel < saw(log), sequence < pause(false), saw(log) > > >), 2);
    assert_eq!(copies!(sequence < fell -> log, parallel < saw(log), saw(log) >, saw(log) >), 2);
}

#[test]
fn a_chain_in_a_decorator_takes_the_value_and_holds_it() {
    assert_eq!(copies!(sequence < fell -> log, timeout(1.0) < sequence < pause(false), saw(log) > > >), 0);
    assert_eq!(
        copies!(sequence < fell -> log, timeout(1.0) < sequence < pause(false), wait(0.2), saw(log), burn(log) > > >),
        1
    );
    assert_eq!(
        copies!(sequence < fell -> log, guard(|_| true) < inverter < timeout(1.0) < sequence < pause(false), saw(log), fail > > > > >),
        0
    );
    assert_eq!(copies!(sequence < fell -> log, parallel < sequence < pause(false), saw(log) >, wait(0.3) > >), 0);
    assert_eq!(
        copies!(sequence < fell -> log, if_else(|_| true) < sequence < pause(false), saw(log) >, saw(log) > >),
        0
    );
    assert_eq!(
        copies!(sequence < fell -> log, timeout(1.0) < selector < sequence < pause(false), condition(|_| false) >, saw(log) > > >),
        0
    );
    assert_eq!(
        copies!(sequence < fell -> log, timeout(1.0) < sequence < pause(false), timeout(1.0) < sequence < pause(false), saw(log) > > > > >),
        0
    );
    assert_eq!(
        copies!(sequence < fell -> log, fell -> other, pause(false), timeout(1.0) < sequence < pause(false), join(log, other) > > >),
        0
    );
    // The decorator still needs it, or it is aborted and another one needs it.
    assert_eq!(
        copies!(sequence < fell -> log, guard(|_| log.number() > 0) < sequence < pause(false), saw(log) > > >),
        1
    );
    assert_eq!(
        copies!(sequence < fell -> log, selector < timeout(0.1) < sequence < wait(1.0), saw(log) > >, saw(log) > >),
        0
    );
}

/// A decorator that holds a log.
struct Fenced(#[allow(dead_code, reason = "it is only held")] Log);

impl Fenced {
    fn new(log: Log) -> Self {
        Fenced(log)
    }
}

impl Decorator<Yard> for Fenced {}

#[test]
fn a_decorator_of_ones_own_takes_its_argument() {
    assert_eq!(copies!(sequence < fell -> log, fenced(log) < pause(false) > >), 0);
    assert_eq!(copies!(sequence < fell -> log, fenced(log) < pause(false) >, saw(log) >), 1);
    assert_eq!(copies!(sequence < fell -> log, timeout(1.0) < fenced(log) < wait(0.2) > > >), 0);
    assert_eq!(copies!(sequence < fell -> log, fenced(log) < saw(log) > >), 2, "its child may start again");
}

#[test]
fn what_may_start_again_clones() {
    assert_eq!(copies!(sequence < fell -> log, repeat(3) < saw(log) > >), 3);
    assert_eq!(copies(bt!((Yard) = sequence < fell -> log, retry(3) < stubborn(log) > >), 2), 3);
    assert_eq!(copies!(sequence < fell -> log, for_each(|_, i| (i < 2).then_some(i)) < saw(log) > >), 2);
    assert_eq!(copies!(reactive_sequence < fell -> log, carry(log, false) >), 1);
    // A loop around both does not matter: each pass has a value of its own.
    assert_eq!(copies!(repeat(3) < sequence < fell -> log, saw(log) > >), 0);
}

#[test]
fn a_leaf_that_runs_once_gives_its_arguments_away() {
    assert_eq!(copies!(sequence < fell -> log, burn(log) >), 0);
    assert_eq!(copies!(sequence < fell -> log, timeout(1.0) < burn(log) > >), 0);
    assert_eq!(copies!(sequence < fell -> log, saw(log), burn(log) >), 1);
    assert_eq!(copies!(sequence < fell -> log, count_rings(log, 0) -> rings, condition(|_| rings == 8) >), 0);
    // It may run again, so it keeps its arguments.
    assert_eq!(copies!(sequence < fell -> log, smoulder(log, 2) >), 3);
    assert_eq!(copies!(repeat(2) < sequence < fell -> log, repeat(3) < burn(log) > > >), 6);
}

#[test]
fn a_parameter_of_a_subtree_is_cloned_for_each_start() {
    assert_eq!(copies!(sequence < fell -> log, hand(log) >), 1, "moved into the tree, which may start its leaf again");
}

#[leaf]
fn draw_map(_: &mut Yard) -> Option<Vec<u32>> {
    Some(vec![1, 2, 3])
}

#[leaf]
fn walk(yard: &mut Yard, map: Vec<u32>) {
    yard.failures = map[2];
}

#[test]
fn a_value_that_is_handed_on_allocates_once() {
    let mut tree =
        bt!((Yard) = sequence < draw_map -> map, condition(|_| map.len() == 3), timeout(1.0) < walk(map) > >);
    let mut yard = Yard::default();
    let counted = allocation_counter::measure(|| assert!(tree.tick_for(0.1, &mut yard).is_success()));
    assert_eq!((counted.count_total, yard.failures), (1, 3));
}
