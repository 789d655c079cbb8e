//! Composites of the user: which child has the turn, and when the hooks are called.

use bt_reference::program::{Kind, Leaf, Node, Turns};

use crate::bench::Bench;
use crate::nodes::{id, leaf, node, of_type, sequence, wait};

fn turns(turns: Turns, children: [Node; 2]) -> Node {
    node(Kind::Turns(turns, id('T')), children)
}

/// `R` is child 0 and `R1` child 1; `S!` and `F!` end; a look stays, unless it is `R!`, which switches to child 0.
#[test]
fn it_begins_with_the_first_and_goes_on_after_each_child() {
    let tree = turns(Turns::Steady, [leaf('A'), leaf('B')]);
    let mut bench = Bench::new(tree, "T=R1RF! A=RS B=RF");
    assert_eq!(bench.tick(0), "start T, T begins, one of 2, start B -> Running");
    assert_eq!(bench.active(), "steady scripted");
    assert_eq!(bench.tick(0), "run B, finish B Failure, T continues after 1 Failure, start A -> Running");
    assert_eq!(bench.tick(0), "run A, finish A Success, T continues after 0 Success, finish T Failure -> Failure");
    assert!(!bench.is_running());
}

#[test]
fn it_looks_in_each_later_tick_before_its_child() {
    let tree = turns(Turns::Fickle, [leaf('A'), leaf('B')]);
    let mut bench = Bench::new(tree, "T=R1RR!R!S! A=R B=R");
    assert_eq!(bench.tick(0), "start T, T begins, one of 2, start B -> Running");
    assert_eq!(bench.tick(0), "T looks at 1, run B -> Running");
    assert_eq!(bench.tick(0), "T looks at 1, finish B Aborted, start A -> Running");
    assert_eq!(bench.tick(0), "T looks at 0, run A -> Running", "the active child means to stay");
    assert_eq!(bench.tick(0), "T looks at 0, finish A Aborted, finish T Success -> Success");
}

#[test]
fn a_child_that_a_message_has_ended_is_not_looked_at() {
    let tree = turns(Turns::Fickle, [of_type(Leaf::Alert, 'A'), leaf('B')]);
    let mut bench = Bench::new(tree, "T=RR1 A=RS B=R");
    assert_eq!(bench.tick(0), "start T, T begins, one of 2, start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    assert_eq!(bench.active(), "fickle");
    assert_eq!(bench.tick(0), "T continues after 0 Success, start B -> Running");
    // A child that is not that leaf itself is still active.
    let tree = turns(Turns::Fickle, [sequence([of_type(Leaf::Alert, 'A'), leaf('B')]), leaf('C')]);
    let mut bench = Bench::new(tree, "T=RRR1 A=RS B=S C=R");
    assert_eq!(bench.tick(0), "start T, T begins, one of 2, start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    assert_eq!(
        bench.tick(0),
        "T looks at 0, start B, finish B Success, T continues after 0 Success, start C -> Running"
    );
}

#[test]
fn an_error_ends_the_child_and_then_the_composite() {
    let tree = sequence([turns(Turns::Brittle, [leaf('A'), leaf('B')]), leaf('C')]);
    let mut bench = Bench::new(tree.clone(), "T=E");
    assert_eq!(bench.tick(0), "start T, T begins, one of 2, finish T Aborted -> error of T");
    let mut bench = Bench::new(tree.clone(), "T=RE A=R");
    assert_eq!(bench.tick(0), "start T, T begins, one of 2, start A -> Running");
    assert_eq!(bench.tick(0), "T looks at 0, finish A Aborted, finish T Aborted -> error of T");
    let mut bench = Bench::new(tree, "T=RE A=S");
    let events = "start T, T begins, one of 2, start A, finish A Success, T continues after 0 Success";
    assert_eq!(bench.tick(0), format!("{events}, finish T Aborted -> error of T"));
}

#[test]
fn an_abort_ends_the_child_and_then_the_composite() {
    let tree = turns(Turns::Steady, [leaf('A'), leaf('B')]);
    let mut bench = Bench::new(tree, "T=R1 B=R");
    assert_eq!(bench.tick(0), "start T, T begins, one of 2, start B -> Running");
    assert_eq!(bench.abort(), "finish B Aborted, finish T Aborted");
}

#[test]
fn the_next_child_gets_the_rest_of_the_time() {
    let tree = turns(Turns::Steady, [wait(300), wait(200)]);
    let mut bench = Bench::new(tree, "T=RR1S!");
    let events = "start T, T begins, one of 2, T continues after 0 Success, T continues after 1 Success";
    assert_eq!(bench.tick_ms(1000), format!("{events}, finish T Success -> Success"));
    assert_eq!(bench.now(), 500_000_000);
}
