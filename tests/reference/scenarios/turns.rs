//! Nodes that choose: `priority`, `reactive_utility`, `if_else` with a condition; and thresholds that are read.

use bt_reference::program::{Chance, Kind, Node, Score, Threshold, Turn};

use crate::bench::Bench;
use crate::nodes::{id, leaf, node, observe};

fn leaves() -> [Node; 3] {
    [leaf('A'), leaf('B'), leaf('C')]
}

/// The context returns the scores of the three children.
fn contest(margin: Option<Chance>) -> Node {
    node(Kind::ReactiveUtility(['E', 'F', 'G'].map(|letter| Score::Whole(id(letter))).into(), margin), leaves())
}

fn with_numbers(root: Node, answers: &str, numbers: [u8; 3]) -> Bench {
    let mut bench = Bench::new(root, answers);
    "EFG".chars().zip(numbers).for_each(|(letter, number)| bench.number(letter, number));
    bench
}

#[test]
fn the_first_whose_condition_holds_has_the_turn() {
    let turns = vec![Turn::While(id('E')), Turn::While(id('F')), Turn::Otherwise];
    let mut bench = Bench::new(node(Kind::Priority(turns), leaves()), "A=R B=FR C=R");
    assert_eq!(bench.tick(0), "ask E, ask F, start C -> Running");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, ask F, finish C Aborted, start B, finish B Failure, start C -> Running");
    // It is skipped until its condition has been false once.
    assert_eq!(bench.tick(0), "ask E, ask F, run C -> Running");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, ask F, run C -> Running");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, ask F, finish C Aborted, start B -> Running");
    bench.toggle('E');
    assert_eq!(bench.tick(0), "ask E, finish B Aborted, start A -> Running");
}

/// All but the last child keep their turn.
fn sticky() -> Kind {
    Kind::Priority(vec![Turn::If(id('E')), Turn::If(id('F')), Turn::Otherwise])
}

#[test]
fn an_active_child_with_if_is_not_asked_and_keeps_its_turn_below_those_that_do_not_hold() {
    let mut bench = Bench::new(node(sticky(), leaves()), "A=RF B=RRS C=R");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, ask F, start B -> Running");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, run B -> Running");
    bench.toggle('E');
    assert_eq!(bench.tick(0), "ask E, finish B Aborted, start A -> Running");
    bench.toggle('E');
    // `A` fails. `B` was aborted, so its condition is checked.
    assert_eq!(bench.tick(0), "run A, finish A Failure, ask F, start C -> Running");
    // The condition `E` has been false once: `A` can have the turn again.
    assert_eq!(bench.tick(0), "ask E, ask F, run C -> Running");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, ask F, finish C Aborted, start B, finish B Success -> Success");
}

#[test]
fn a_child_with_if_that_has_failed_is_asked_in_every_tick_until_its_condition_has_once_not_held() {
    let mut bench = Bench::new(node(sticky(), leaves()), "A=FR B=RRRR C=R");
    bench.toggle('E');
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, start A, finish A Failure, ask F, start B -> Running");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "ask E, run B -> Running");
    bench.toggle('E');
    assert_eq!(bench.tick(0), "ask E, run B -> Running");
    bench.toggle('E');
    assert_eq!(bench.tick(0), "ask E, finish B Aborted, start A -> Running");
}

#[test]
fn a_look_leaves_an_active_child_with_if_alone() {
    let mut bench = Bench::new(observe('K', node(sticky(), leaves())), "B=R C=R");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "number K, ask E, ask F, start B -> Running");
    bench.toggle('F');
    assert_eq!(bench.tick(0), "number K, run B -> Running");
    bench.number('K', 1);
    assert_eq!(bench.tick(0), "number K, ask E, run B -> Running");
}

#[test]
fn a_priority_fails_when_none_is_left_and_succeeds_with_a_child() {
    let turns = || vec![Turn::While(id('E')), Turn::While(id('F'))];
    let tree = || node(Kind::Priority(turns()), [leaf('A'), leaf('B')]);
    let mut bench = Bench::new(tree(), "A=FS");
    assert_eq!(bench.tick(0), "ask E, ask F -> Failure");
    bench.toggle('E');
    assert_eq!(bench.tick(0), "ask E, start A, finish A Failure, ask F -> Failure");
    // It restarts, and so does the child that has failed.
    assert_eq!(bench.tick(0), "ask E, start A, finish A Success -> Success");
}

#[test]
fn the_best_has_the_turn_and_another_takes_over_beyond_the_margin() {
    let scored = "number E, number F, number G";
    let mut bench = with_numbers(contest(Some(Chance::Of(1.0))), "A=RRF B=RRF C=RF", [1, 2, 0]);
    assert_eq!(bench.tick(0), format!("{scored}, start B -> Running"));
    bench.number('E', 3);
    assert_eq!(bench.tick(0), format!("{scored}, run B -> Running"));
    bench.number('E', 4);
    assert_eq!(bench.tick(0), format!("{scored}, finish B Aborted, start A -> Running"));
    bench.number('F', 5);
    assert_eq!(bench.tick(0), format!("{scored}, run A -> Running"));
    // Failed children are excluded, and the others are scored again at once.
    assert_eq!(
        bench.tick(0),
        format!(
            "{scored}, run A, finish A Failure, number F, number G, start B, finish B Failure, number G, start C -> \
             Running"
        )
    );
    assert_eq!(bench.tick(0), "number G, run C, finish C Failure -> Failure");
    // The node restarts.
    assert_eq!(
        bench.tick(0),
        format!(
            "{scored}, start B, finish B Failure, number E, number G, start A, finish A Failure, number G, start C, \
             finish C Failure -> Failure"
        )
    );
}

#[test]
fn of_equal_scores_the_first_starts_and_the_active_one_stays() {
    let scored = "number E, number F, number G";
    let mut bench = with_numbers(contest(None), "A=R B=R", [3, 3, 0]);
    assert_eq!(bench.tick(0), format!("{scored}, start A -> Running"));
    bench.number('F', 4);
    assert_eq!(bench.tick(0), format!("{scored}, finish A Aborted, start B -> Running"));
    bench.number('E', 4);
    assert_eq!(bench.tick(0), format!("{scored}, run B -> Running"));
}

#[test]
fn a_score_that_is_no_number_gives_way_whatever_the_margin_is() {
    let scores = vec![Score::Float(id('E')), Score::Of(-1.5)];
    let tree = node(Kind::ReactiveUtility(scores, Some(Chance::Asked(id('H')))), [leaf('A'), leaf('B')]);
    let mut bench = Bench::new(tree, "A=R B=R");
    bench.number('E', 5);
    bench.number('H', 5);
    // The margin is read at the start, before the scores.
    assert_eq!(bench.tick(0), "number H, number E, start A -> Running");
    bench.number('E', 0);
    assert_eq!(bench.tick(0), "number E, finish A Aborted, start B -> Running");
    // -1.5 + 1.25 is less than nothing.
    bench.number('E', 2);
    assert_eq!(bench.tick(0), "number E, finish B Aborted, start A -> Running");
}

#[test]
fn what_is_observed_is_scored_when_the_key_changes_and_after_a_failure() {
    let mut bench = with_numbers(observe('H', contest(None)), "A=RF B=R", [3, 1, 0]);
    assert_eq!(bench.tick(0), "number H, number E, number F, number G, start A -> Running");
    bench.number('F', 5);
    assert_eq!(bench.tick(0), "number H, run A, finish A Failure, number F, number G, start B -> Running");
}

#[test]
fn a_condition_in_parentheses_is_asked_at_the_start() {
    let mut bench = Bench::new(node(Kind::If(id('E')), [leaf('A'), leaf('B')]), "A=RS B=F");
    bench.toggle('E');
    assert_eq!(bench.tick(0), "ask E, start A -> Running");
    bench.toggle('E');
    assert_eq!(bench.tick(0), "run A, finish A Success -> Success");
    assert_eq!(bench.tick(0), "ask E, start B, finish B Failure -> Failure");
    let mut bench = Bench::new(node(Kind::If(id('E')), [leaf('A')]), "");
    assert_eq!(bench.tick(0), "ask E -> Failure");
}

#[test]
fn a_threshold_out_of_reach_is_failure_at_the_start() {
    let asked = |letter| Some(Threshold::Asked(id(letter)));
    let mut bench = Bench::new(node(Kind::Parallel(asked('E'), asked('F')), leaves()), "A=F B=R");
    bench.number('E', 2);
    bench.number('F', 4);
    assert_eq!(bench.tick(0), "number E, number F -> Failure");
    bench.number('E', 4);
    bench.number('F', 1);
    assert_eq!(bench.tick(0), "number E, number F -> Failure");
    bench.number('E', 1);
    bench.number('F', 3);
    assert_eq!(
        bench.tick(0),
        "number E, number F, start A, finish A Failure, start B, start C, finish C Success, finish B Aborted -> \
         Success"
    );
    let mut bench = Bench::new(node(Kind::ParallelAll(asked('E')), leaves()), "A=F B=RF");
    bench.number('E', 4);
    assert_eq!(bench.tick(0), "number E -> Failure");
    bench.number('E', 2);
    assert_eq!(bench.tick(0), "number E, start A, finish A Failure, start B, start C, finish C Success -> Running");
    // It has been read.
    bench.number('E', 3);
    assert_eq!(bench.tick(0), "run B, finish B Failure -> Failure");
}
