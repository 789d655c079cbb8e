//! `observe` looks when its key has changed, and after a call of `look`.

use bt_reference::program::{Kind, Pattern};

use crate::bench::Bench;
use crate::nodes::{condition, id, leaf, node, observe, reactive_selector, reactive_sequence, wait};

#[test]
fn a_running_child_is_resumed_straight_away() {
    let tree = observe('K', reactive_selector([leaf('D'), leaf('A'), leaf('B')]));
    let mut bench = Bench::new(tree, "D=F A=RFR B=R");
    assert_eq!(bench.tick(0), "number K, start D, finish D Failure, start A -> Running");
    assert_eq!(bench.tick(0), "number K, run A, finish A Failure, start B -> Running");
    bench.number('K', 1);
    assert_eq!(bench.tick(0), "number K, start D, finish D Failure, start A, finish B Aborted -> Running");
    assert_eq!(bench.active(), "observe reactive_selector scripted");
}

#[test]
fn the_key_is_that_of_the_last_look() {
    let mut bench = Bench::new(observe('K', reactive_sequence([condition('C'), leaf('A')])), "A=R");
    bench.toggle('C');
    assert_eq!(bench.tick(0), "number K, ask C, start A -> Running");
    bench.number('K', 1);
    assert_eq!(bench.tick(0), "number K, ask C, run A -> Running");
    bench.number('K', 0);
    assert_eq!(bench.tick(0), "number K, ask C, run A -> Running");
    assert_eq!(bench.tick(0), "number K, run A -> Running");
    // A change without a new key goes unnoticed.
    bench.toggle('C');
    assert_eq!(bench.tick(0), "number K, run A -> Running");
    bench.number('K', 2);
    assert_eq!(bench.tick(0), "number K, ask C, finish A Aborted -> Failure");
}

#[test]
fn it_looks_when_it_is_asked_to() {
    let mut bench = Bench::new(observe('K', reactive_sequence([condition('C'), leaf('A')])), "A=RRRS");
    bench.toggle('C');
    bench.look();
    assert_eq!(bench.tick(0), "number K, ask C, start A -> Running");
    assert_eq!(bench.tick(0), "number K, run A -> Running");
    bench.look();
    bench.look();
    assert_eq!(bench.tick(0), "number K, ask C, run A -> Running");
    assert_eq!(bench.tick(0), "number K, run A, finish A Success -> Success");
}

#[test]
fn a_choice_is_not_asked_again() {
    let tree = observe('K', node(Kind::ReactiveIfElse(id('C')), [leaf('A'), leaf('B')]));
    let mut bench = Bench::new(tree, "A=R B=RS");
    assert_eq!(bench.tick(0), "number K, ask C, start B -> Running");
    bench.toggle('C');
    assert_eq!(bench.tick(0), "number K, run B, finish B Success -> Success");
    assert_eq!(bench.tick(0), "number K, ask C, start A -> Running");
    bench.toggle('C');
    bench.number('K', 1);
    assert_eq!(bench.tick(0), "number K, ask C, finish A Aborted, start B, finish B Success -> Success");
    let arms = vec![Pattern::Is(0), Pattern::Any];
    let mut bench =
        Bench::new(observe('K', node(Kind::ReactiveSwitch(id('N'), arms), [leaf('A'), leaf('B')])), "A=RF B=R");
    assert_eq!(bench.tick(0), "number K, number N, start A -> Running");
    bench.number('N', 1);
    assert_eq!(bench.tick(0), "number K, run A, finish A Failure -> Failure");
}

#[test]
fn the_children_after_it_follow_in_time() {
    let mut bench = Bench::new(observe('K', reactive_sequence([leaf('A'), wait(300), wait(300)])), "");
    assert_eq!(bench.tick_ms(200), "number K, start A, finish A Success -> Running");
    assert_eq!(bench.tick_ms(200), "number K -> Running");
    assert_eq!(bench.tick_ms(400), "number K -> Success");
    assert_eq!(bench.now(), 600_000_000);
}
