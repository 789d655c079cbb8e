//! `finally`: a cleanup after every kind of end of a child.

use bt_reference::program::{Kind, Leaf, Node};

use crate::bench::Bench;
use crate::nodes::{leaf, node, of_type, parallel, running, selector, sequence, timeout, wait};

fn finally(child: Node, cleanup: Node) -> Node {
    node(Kind::Finally, [child, cleanup])
}

fn fallible(letter: char) -> Node {
    of_type(Leaf::Fallible, letter)
}

#[test]
fn after_an_end_it_takes_its_time_and_keeps_the_result() {
    let mut bench = Bench::new(finally(leaf('A'), leaf('C')), "A=RF C=RS");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.tick(0), "run A, finish A Failure, start C -> Running");
    assert_eq!(bench.tick(0), "run C, finish C Success -> Failure");
    let mut bench = Bench::new(finally(leaf('A'), leaf('C')), "A=S C=F");
    assert_eq!(bench.tick(0), "start A, finish A Success, start C, finish C Failure -> Success");
}

#[test]
fn it_begins_with_what_is_left_of_the_span() {
    let cleanup = sequence([wait(250), leaf('C')]);
    let mut bench = Bench::new(finally(wait(250), cleanup), "C=S");
    assert_eq!(bench.tick_ms(400), "-> Running");
    assert_eq!(bench.tick_ms(400), "start C, finish C Success -> Success");
    assert_eq!(bench.now(), 500_000_000);
}

#[test]
fn an_abort_runs_it_for_an_instant() {
    let cleanup = sequence([leaf('C'), wait(0), leaf('D')]);
    let mut bench = Bench::new(finally(leaf('A'), cleanup), "A=R C=S D=R");
    bench.tick(0);
    assert_eq!(bench.abort(), "finish A Aborted, start C, finish C Success, start D, finish D Aborted");
    assert!(!bench.is_running());
    let cleanup = sequence([wait(1), leaf('D')]);
    let mut bench = Bench::new(timeout(100, finally(running(), cleanup)), "");
    assert_eq!(bench.tick_ms(200), "-> Failure");
}

#[test]
fn one_that_is_running_is_aborted() {
    let mut bench = Bench::new(finally(leaf('A'), leaf('C')), "A=S C=R");
    bench.tick(0);
    assert_eq!(bench.abort(), "finish C Aborted");
    assert_eq!(bench.tick(0), "start A, finish A Success, start C -> Running");
}

#[test]
fn the_first_of_two_errors_wins() {
    let mut bench = Bench::new(finally(fallible('A'), fallible('C')), "A=E C=E");
    assert_eq!(bench.tick(0), "start A, finish A Aborted, start C, finish C Aborted -> error of A");
    let mut bench = Bench::new(finally(fallible('A'), fallible('C')), "A=S C=E");
    assert_eq!(bench.tick(0), "start A, finish A Success, start C, finish C Aborted -> error of C");
    let mut bench = Bench::new(finally(fallible('A'), fallible('C')), "A=R C=E");
    bench.tick(0);
    assert_eq!(bench.abort(), "finish A Aborted, start C, finish C Aborted");
}

#[test]
fn several_are_run_in_child_order_the_deepest_first() {
    let inner = |leaf, cleanup| finally(leaf, cleanup);
    let both = parallel([inner(leaf('A'), leaf('B')), inner(leaf('C'), leaf('D'))]);
    let mut bench = Bench::new(finally(both, leaf('E')), "A=R C=R");
    bench.tick(0);
    let told = "finish A Aborted, start B, finish B Success, finish C Aborted, start D, finish D Success, \
                start E, finish E Success";
    assert_eq!(bench.abort(), told);
}

#[test]
fn a_message_that_ends_the_child_is_no_end_yet() {
    let tree = selector([finally(of_type(Leaf::Alert, 'A'), of_type(Leaf::Alert, 'C'))]);
    let mut bench = Bench::new(tree, "A=RF C=RF");
    bench.tick(0);
    assert_eq!(bench.send(3), "receive A 3, finish A Failure");
    assert_eq!(bench.abort(), "start C, finish C Aborted");
    let tree = finally(of_type(Leaf::Alert, 'A'), of_type(Leaf::Alert, 'C'));
    let mut bench = Bench::new(tree, "A=RF C=RS");
    bench.tick(0);
    bench.send(3);
    assert_eq!(bench.tick(0), "start C -> Running");
    assert_eq!(bench.send(4), "receive C 4, finish C Success");
    assert_eq!(bench.tick(0), "-> Failure");
}

#[test]
fn a_reset_runs_none() {
    let mut bench = Bench::new(finally(leaf('A'), leaf('C')), "A=R C=S");
    bench.tick(0);
    bench.reset();
    assert_eq!(bench.tick(0), "start A -> Running");
}
