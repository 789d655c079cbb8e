//! Chance: which words lead to which choice, and how many are drawn.

use bt_reference::program::{Chance, Kind, Node, Score, Weight};

use crate::bench::Bench;
use crate::nodes::{id, leaf, node, sequence, utility, wait, weighted};

/// The words for one half and for three quarters.
const HALF: u64 = 1 << 63;
const THREE_QUARTERS: u64 = 3 << 62;

fn leaves() -> [Node; 3] {
    [leaf('A'), leaf('B'), leaf('C')]
}

#[test]
fn a_random_sequence_draws_among_those_left() {
    // The third of three, then the second of the two before it; the last one is not drawn.
    let mut bench = Bench::new(node(Kind::RandomSequence, leaves()), "").words(&[u64::MAX, HALF]);
    assert_eq!(
        bench.tick(0),
        "draw, start C, finish C Success, draw, start B, finish B Success, start A, finish A Success -> Success"
    );
    // The second of three, then the first of the first and the third.
    let mut bench = Bench::new(node(Kind::RandomSequence, leaves()), "").words(&[HALF, HALF - 1]);
    assert_eq!(
        bench.tick(0),
        "draw, start B, finish B Success, draw, start A, finish A Success, start C, finish C Success -> Success"
    );
}

#[test]
fn a_random_sequence_ends_with_a_failure_and_resumes_without_a_draw() {
    let mut bench = Bench::new(node(Kind::RandomSequence, leaves()), "C=RS B=F").words(&[u64::MAX, HALF, 1, 1]);
    assert_eq!(bench.tick(0), "draw, start C -> Running");
    assert_eq!(bench.tick(0), "run C, finish C Success, draw, start B, finish B Failure -> Failure");
    // It starts with all its children again.
    assert_eq!(bench.tick(0), "draw, start A, finish A Success, draw, start B, finish B Failure -> Failure");
}

#[test]
fn a_random_selector_is_its_mirror_image() {
    let mut bench = Bench::new(node(Kind::RandomSelector, leaves()), "A=F B=F C=F").words(&[HALF, HALF]);
    assert_eq!(
        bench.tick(0),
        "draw, start B, finish B Failure, draw, start C, finish C Failure, start A, finish A Failure -> Failure"
    );
    let mut bench = Bench::new(node(Kind::RandomSelector, leaves()), "B=F").words(&[HALF, HALF]);
    assert_eq!(bench.tick(0), "draw, start B, finish B Failure, draw, start C, finish C Success -> Success");
    let mut bench = Bench::new(node(Kind::RandomSelector, [leaf('A')]), "");
    assert_eq!(bench.tick(0), "start A, finish A Success -> Success");
}

#[test]
fn a_word_that_makes_it_uneven_is_drawn_again() {
    // For three children, only the word 0 must be drawn again; for two children, none.
    let mut bench = Bench::new(node(Kind::RandomSequence, leaves()), "").words(&[0, 0, HALF, 0]);
    assert_eq!(
        bench.tick(0),
        "draw, draw, draw, start B, finish B Success, draw, start A, finish A Success, start C, finish C Success -> \
         Success"
    );
}

#[test]
fn weights_share_the_range_of_one_draw() {
    let cases =
        [(0, 'A'), (HALF - 1, 'A'), (HALF, 'B'), (THREE_QUARTERS - 1, 'B'), (THREE_QUARTERS, 'C'), (u64::MAX, 'C')];
    for (word, letter) in cases {
        let mut bench = Bench::new(weighted([2, 1, 1], leaves()), "").words(&[word]);
        assert_eq!(bench.tick(0), format!("draw, start {letter}, finish {letter} Success -> Success"), "{word}");
    }
}

#[test]
fn what_has_no_weight_is_never_drawn() {
    for word in [0, HALF, u64::MAX] {
        let mut bench = Bench::new(weighted([0, 3, -1], leaves()), "B=F").words(&[word]);
        assert_eq!(bench.tick(0), "draw, start B, finish B Failure -> Failure");
    }
    // If none can be drawn, none is.
    let mut bench = Bench::new(weighted([0, 0, -1], leaves()), "");
    assert_eq!(bench.tick(0), "-> Failure");
}

#[test]
fn weights_are_read_before_the_draw_and_infinite_ones_share_all() {
    let weights = vec![Weight::Asked(id('E')), Weight::Whole(1), Weight::Scored(id('F'))];
    let tree = || Node::new(Kind::Weighted(weights.clone()), leaves().into());
    let mut bench = Bench::new(tree(), "").words(&[HALF, HALF, HALF]);
    // A score of 1.
    bench.number('E', 3);
    bench.number('F', 4);
    assert_eq!(bench.tick(0), "number E, number F, draw, start A, finish A Success -> Success");
    bench.number('E', 0);
    assert_eq!(bench.tick(0), "number E, number F, draw, start C, finish C Success -> Success");
    bench.number('F', 5);
    assert_eq!(bench.tick(0), "number E, number F, draw, start C, finish C Success -> Success");
    // NaN.
    bench.number('F', 0);
    assert_eq!(bench.tick(0), "number E, number F, draw, start B, finish B Success -> Success");
    let none =
        Node::new(Kind::Weighted(vec![Weight::Asked(id('E')), Weight::Scored(id('F'))]), vec![leaf('A'), leaf('B')]);
    let mut bench = Bench::new(none, "");
    bench.number('F', 1);
    assert_eq!(bench.tick(0), "number E, number F -> Failure");
}

#[test]
fn rounding_leaves_nothing_undrawn() {
    // The last one takes the remainder of these tenths.
    let weights = [[0.1; 9].as_slice(), &[0.0]].concat().into_iter().map(Weight::Part).collect();
    let children = "ABCDEFGHIJ".chars().map(leaf).collect();
    let mut bench = Bench::new(Node::new(Kind::Weighted(weights), children), "").words(&[u64::MAX]);
    assert_eq!(bench.tick(0), "draw, start I, finish I Success -> Success");
}

#[test]
fn the_drawn_child_is_kept() {
    let mut bench = Bench::new(weighted([2, 1, 1], leaves()), "C=RF").words(&[u64::MAX, 0]);
    assert_eq!(bench.tick(0), "draw, start C -> Running");
    assert_eq!(bench.tick(0), "run C, finish C Failure -> Failure");
    assert_eq!(bench.tick(0), "draw, start A, finish A Success -> Success");
}

#[test]
fn a_probability_is_one_draw_at_each_start() {
    let tree = |chance| node(Kind::Probability(Chance::Of(chance)), [leaf('A')]);
    let runs = "draw, start A, finish A Success -> Success";
    let cases = [
        (0.5, 0, runs),
        (0.5, HALF - 1, runs),
        (0.5, HALF, "draw -> Failure"),
        (0.0, 0, "draw -> Failure"),
        (1.0, u64::MAX, runs),
    ];
    for (chance, word, expected) in cases {
        assert_eq!(Bench::new(tree(chance), "").words(&[word]).tick(0), expected, "{chance} {word}");
    }
    let mut bench = Bench::new(tree(0.5), "A=RS").words(&[0, HALF]);
    assert_eq!(bench.tick(0), "draw, start A -> Running");
    assert_eq!(bench.tick(0), "run A, finish A Success -> Success");
    assert_eq!(bench.tick(0), "draw -> Failure");
}

#[test]
fn a_probability_is_asked_for_before_the_draw() {
    let mut bench = Bench::new(node(Kind::Probability(Chance::Asked(id('B'))), [leaf('A')]), "").words(&[HALF, HALF]);
    bench.number('B', 2);
    assert_eq!(bench.tick(0), "number B, draw -> Failure");
    bench.number('B', 3);
    assert_eq!(bench.tick(0), "number B, draw, start A, finish A Success -> Success");
}

/// A `utility` with four children. Each number in the context is the score of a child: 0 means NaN, 1 the least number, 2
/// and 3 mean zero, 4 means one, and 5 the greatest number.
fn best_of_four(numbers: [u8; 4], answers: &str) -> Bench {
    let tree = utility(['E', 'F', 'G', 'H'], [leaf('A'), leaf('B'), leaf('C'), leaf('D')]);
    let mut bench = Bench::new(tree, answers);
    "EFGH".chars().zip(numbers).for_each(|(letter, number)| bench.number(letter, number));
    bench
}

#[test]
fn the_best_is_taken_and_the_others_are_scored_again() {
    let mut bench = best_of_four([3, 4, 4, 0], "A=F B=F C=F D=F");
    assert_eq!(
        bench.tick(0),
        "number E, number F, number G, number H, start B, finish B Failure, number E, number G, number H, start C, \
         finish C Failure, number E, number H, start A, finish A Failure, number H, start D, finish D Failure -> \
         Failure"
    );
}

#[test]
fn equal_scores_go_by_order_and_no_number_comes_last() {
    let first = |numbers| {
        let told = best_of_four(numbers, "").tick(0);
        told.split("start ").nth(1).and_then(|rest| rest.chars().next()).expect("one starts")
    };
    assert_eq!(first([2, 3, 2, 3]), 'A');
    assert_eq!(first([3, 2, 3, 5]), 'D');
    assert_eq!(first([0, 1, 1, 0]), 'B');
    assert_eq!(first([0, 0, 0, 0]), 'A');
    assert_eq!(first([0, 0, 1, 4]), 'D');
    assert_eq!(first([5, 5, 0, 5]), 'A');
}

#[test]
fn what_runs_is_not_scored_again() {
    let mut bench = best_of_four([3, 3, 4, 0], "C=RF");
    assert_eq!(bench.tick(0), "number E, number F, number G, number H, start C -> Running");
    bench.number('E', 5);
    assert_eq!(
        bench.tick(0),
        "run C, finish C Failure, number E, number F, number H, start A, finish A Success -> Success"
    );
}

#[test]
fn scores_are_numbers_of_any_kind() {
    let scores = vec![Score::Float(id('E')), Score::Whole(id('F'))];
    let mut bench = Bench::new(node(Kind::Utility(scores), [leaf('A'), leaf('B')]), "");
    bench.number('E', 4);
    bench.number('F', 2);
    assert_eq!(bench.tick(0), "number E, number F, start B, finish B Success -> Success");
}

#[test]
fn the_children_follow_each_other_in_time() {
    let tree = node(Kind::RandomSequence, [wait(300), wait(200)]);
    let mut bench = Bench::new(sequence([tree, wait(100)]), "").words(&[HALF]);
    assert_eq!(bench.tick_ms(1000), "draw -> Success");
    assert_eq!(bench.now(), 600_000_000);
}
