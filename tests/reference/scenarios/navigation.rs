//! Nodes for robots: `recover`, `pipeline`, `round_robin`, `throttle`, `simple_parallel`; and `keyed`.

use bt_reference::program::{Kind, Leaf, Node, Number};

use crate::bench::Bench;
use crate::nodes::{id, leaf, node, of_type, sequence, time, wait};

const MILLISECOND: u64 = 1_000_000;

fn recover(count: Number, children: [Node; 2]) -> Node {
    node(Kind::Recover(count), children)
}

fn pipeline<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::Pipeline, children)
}

fn round_robin<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::RoundRobin, children)
}

fn throttle(millis: u64, child: Node) -> Node {
    node(Kind::Throttle(time(millis)), [child])
}

fn forever(child: Node) -> Node {
    node(Kind::Forever, [child])
}

#[test]
fn after_a_recovery_the_child_runs_again() {
    let mut bench = Bench::new(recover(Number::Of(2), [leaf('A'), leaf('B')]), "A=RFS B=RS");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.tick(0), "run A, finish A Failure, start B -> Running");
    assert_eq!(bench.tick(0), "run B, finish B Success, start A, finish A Success -> Success");
}

#[test]
fn after_the_last_recovery_a_failure_is_failure_and_so_is_that_of_a_recovery() {
    let tries = "start A, finish A Failure, start B, finish B Success";
    let mut bench = Bench::new(recover(Number::Of(2), [leaf('A'), leaf('B')]), "A=F");
    assert_eq!(bench.tick(0), format!("{tries}, {tries}, start A, finish A Failure -> Failure"));
    let mut bench = Bench::new(recover(Number::Of(2), [leaf('A'), leaf('B')]), "A=F B=F");
    assert_eq!(bench.tick(0), "start A, finish A Failure, start B, finish B Failure -> Failure");
    let mut bench = Bench::new(recover(Number::Asked(id('E')), [leaf('A'), leaf('B')]), "A=F");
    bench.number('E', 0);
    assert_eq!(bench.tick(0), "number E, start A, finish A Failure -> Failure");
}

#[test]
fn child_and_recovery_follow_each_other_in_time() {
    let tree = recover(Number::Of(1), [sequence([wait(300), leaf('A')]), wait(200)]);
    let mut bench = Bench::new(tree, "A=FS");
    assert_eq!(bench.tick_ms(1000), "start A, finish A Failure, start A, finish A Success -> Success");
    assert_eq!(bench.now(), 800 * MILLISECOND);
}

#[test]
fn a_pipeline_ticks_again_what_has_succeeded() {
    let mut bench = Bench::new(pipeline([leaf('A'), leaf('B'), leaf('C')]), "B=RSR C=RS");
    assert_eq!(bench.tick(0), "start A, finish A Success, start B -> Running");
    assert_eq!(bench.tick(0), "start A, finish A Success, run B, finish B Success, start C -> Running");
    // `B` runs again, which does not stop `C`; at the end it is aborted.
    assert_eq!(
        bench.tick(0),
        "start A, finish A Success, start B, run C, finish C Success, finish B Aborted -> Success"
    );
}

#[test]
fn the_failure_of_any_child_ends_a_pipeline() {
    let mut bench = Bench::new(pipeline([leaf('A'), leaf('B')]), "A=SF B=R");
    assert_eq!(bench.tick(0), "start A, finish A Success, start B -> Running");
    assert_eq!(bench.tick(0), "start A, finish A Failure, finish B Aborted -> Failure");
}

#[test]
fn what_a_pipeline_has_reached_gets_the_whole_span() {
    let tree = || pipeline([wait(200), wait(500)]);
    let mut once = Bench::new(tree(), "");
    assert_eq!(once.tick_ms(1000), "-> Success");
    let mut twice = Bench::new(tree(), "");
    assert_eq!(twice.tick_ms(400), "-> Running");
    assert_eq!(twice.tick_ms(400), "-> Success");
    assert_eq!([once.now(), twice.now()], [700 * MILLISECOND; 2]);
}

#[test]
fn a_round_robin_starts_after_the_child_that_it_last_ended_with() {
    let mut bench = Bench::new(round_robin([leaf('A'), leaf('B'), leaf('C')]), "B=F C=SF");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Success");
    assert_eq!(bench.tick(0), "start B, finish B Failure, start C, finish C Success -> Success");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Success");
    let mut bench = Bench::new(round_robin([leaf('A'), leaf('B')]), "A=SF B=F");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Success");
    let all = "start B, finish B Failure, start A, finish A Failure -> Failure";
    assert_eq!([bench.tick(0), bench.tick(0)], [all; 2]);
    bench.reset();
    assert_eq!(bench.tick(0), "start A, finish A Failure, start B, finish B Failure -> Failure");
}

#[test]
fn an_abort_and_an_error_leave_its_place_as_it_is() {
    let mut bench = Bench::new(round_robin([leaf('A'), leaf('B'), leaf('C')]), "B=F C=RS");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Success");
    assert_eq!(bench.tick(0), "start B, finish B Failure, start C -> Running");
    assert_eq!(bench.abort(), "finish C Aborted");
    assert_eq!(bench.tick(0), "start B, finish B Failure, start C, finish C Success -> Success");
    let mut bench = Bench::new(round_robin([leaf('A'), leaf('B'), of_type(Leaf::Fallible, 'C')]), "B=F C=ES");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Success");
    assert_eq!(bench.tick(0), "start B, finish B Failure, start C, finish C Aborted -> error of C");
    assert_eq!(bench.tick(0), "start B, finish B Failure, start C, finish C Success -> Success");
}

#[test]
fn a_throttle_waits_since_the_last_success() {
    let mut bench = Bench::new(forever(throttle(500, leaf('A'))), "");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Running");
    assert_eq!(bench.tick_ms(499), "-> Running");
    assert_eq!(bench.tick_ms(1), "start A, finish A Success -> Running");
    // Failures do not count.
    let mut bench = Bench::new(forever(node(Kind::ForceSuccess, [throttle(500, leaf('A'))])), "A=FSF");
    assert_eq!(bench.tick(0), "start A, finish A Failure -> Running");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Running");
    assert_eq!(bench.tick_ms(500), "start A, finish A Failure, start A, finish A Failure -> Running");
}

#[test]
fn a_throttle_below_the_main_child_keeps_its_moment_when_the_simple_parallel_starts_anew() {
    let main = node(Kind::SimpleParallel, [throttle(1000, leaf('A')), leaf('B')]);
    let mut bench = Bench::new(forever(main), "B=R");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Running");
    assert_eq!(bench.tick_ms(500), "start B -> Running");
    assert_eq!(bench.tick_ms(500), "start A, finish A Success, run B, finish B Aborted, start B -> Running");
    let background = node(Kind::SimpleParallel, [leaf('B'), throttle(1000, leaf('A'))]);
    let mut bench = Bench::new(forever(background), "B=RS");
    assert_eq!(bench.tick(0), "start B, start A, finish A Success -> Running");
}

#[test]
fn a_throttle_forgets_when_the_tree_or_the_nearest_loop_starts_anew() {
    let mut bench = Bench::new(sequence([throttle(1000, leaf('A')), leaf('B')]), "B=R");
    let begins = "start A, finish A Success, start B -> Running";
    assert_eq!(bench.tick(0), begins);
    assert_eq!(bench.abort(), "finish B Aborted");
    assert_eq!(bench.tick(0), begins);
    let inner = node(Kind::Repeat(Number::Of(1)), [throttle(1000, leaf('A'))]);
    let mut bench = Bench::new(forever(inner), "");
    assert_eq!([bench.tick(0), bench.tick(0)], ["start A, finish A Success -> Running"; 2]);
}

#[test]
fn a_background_repeats_beside_a_main_child_and_ends_with_it() {
    let mut bench = Bench::new(node(Kind::SimpleParallel, [leaf('A'), leaf('B')]), "A=RRS B=RFR");
    assert_eq!(bench.tick(0), "start A, start B -> Running");
    assert_eq!(bench.tick(0), "run A, run B, finish B Failure, start B -> Running");
    assert_eq!(bench.tick(0), "run A, finish A Success, finish B Aborted -> Success");
    // A background that takes no time makes one pass per tick, and none if the main child takes no time.
    let mut bench = Bench::new(node(Kind::SimpleParallel, [leaf('A'), leaf('B')]), "A=RF");
    assert_eq!(bench.tick(0), "start A, start B, finish B Success -> Running");
    assert_eq!(bench.tick(0), "run A, finish A Failure -> Failure");
}

#[test]
fn a_background_has_the_span_that_the_main_child_used() {
    let tree = node(Kind::SimpleParallel, [wait(300), sequence([wait(100), leaf('B')])]);
    let mut bench = Bench::new(tree, "");
    let pass = "start B, finish B Success";
    assert_eq!(bench.tick_ms(1000), format!("{pass}, {pass}, {pass} -> Success"));
    assert_eq!(bench.now(), 300 * MILLISECOND);
}

#[test]
fn a_key_that_changes_starts_the_child_anew() {
    let mut bench = Bench::new(node(Kind::Keyed(id('E')), [leaf('A')]), "A=RRRRSR");
    assert_eq!(bench.tick(0), "number E, start A -> Running");
    assert_eq!(bench.tick(0), "number E, run A -> Running");
    bench.number('E', 3);
    assert_eq!(bench.tick(0), "number E, finish A Aborted, start A -> Running");
    assert_eq!(bench.tick(0), "number E, run A, finish A Success -> Success");
    // The key of another activation does not count.
    bench.number('E', 4);
    assert_eq!(bench.tick(0), "number E, start A -> Running");
}
