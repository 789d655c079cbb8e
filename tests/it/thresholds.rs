//! Thresholds, weights and scores that are not literals.

use std::cell::RefCell;

use bt::{Status, bt};

use crate::bench::{Bench, Scripted};

const BOTH: u32 = 2;

fn two(_: &Bench) -> u32 {
    2
}

#[test]
fn a_threshold_is_an_expression_or_a_closure_that_is_read_at_the_start() {
    bt! {
        Tree(Bench) { failures: u32 } = parallel(success = |bench| bench.number, failure = failures + 1) <
            scripted("A"),
            scripted("B"),
            scripted("C"),
        >
    }
    let mut bench = Bench { number: 2, ..Bench::new("A=R B=SF C=RS") };
    let mut tree = Tree::new(1);
    assert_eq!(tree.tick(&mut bench), Status::Running);
    // It has been read.
    bench.number = 3;
    bench.take();
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "run A, run C, finish C Success, finish A Aborted");
    bench.number = 1;
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, start B, finish B Failure, start C, finish C Success, finish A Aborted");
    assert_eq!(Tree::new(0).tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "start A, start B, finish B Failure, finish A Aborted");
}

#[test]
fn a_threshold_out_of_reach_is_failure_and_nothing_starts() {
    bt! { Successes(Bench) = parallel(success = |bench| bench.number, failure = all) < scripted("A"), scripted("B") > }
    bt! { Failures(Bench) = parallel(failure = |bench| bench.number) < scripted("A"), scripted("B") > }
    bt! { All(Bench) = parallel_all(failure = |bench| bench.number) < scripted("A"), scripted("B") > }
    let mut bench = Bench { number: 3, ..Bench::new("A=S B=S") };
    assert_eq!(Successes::new().tick(&mut bench), Status::Failure);
    assert_eq!(Failures::new().tick(&mut bench), Status::Failure);
    assert_eq!(All::new().tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "");
    bench.number = 2;
    assert_eq!(Successes::new().tick(&mut bench), Status::Success);
    assert_eq!(Failures::new().tick(&mut bench), Status::Success);
    assert_eq!(All::new().tick(&mut bench), Status::Success);
    bench.number = 0;
    assert_eq!(Successes::new().tick(&mut bench), Status::Success);
    assert_eq!(All::new().tick(&mut bench), Status::Failure);
}

#[test]
fn thresholds_are_read_in_the_order_in_which_they_are_written() {
    type Log = RefCell<Vec<&'static str>>;
    fn says(log: &Log, what: &'static str, number: u32) -> u32 {
        log.borrow_mut().push(what);
        number
    }
    bt! {
        Tree(Log) = sequence <
            parallel(failure = |log| says(log, "failure", 1), success = |log| says(log, "success", 1)) < succeed >,
            parallel(success = |log| says(log, "success", 1), failure = |log| says(log, "failure", 1)) < succeed >,
        >
    }
    let mut log = Log::default();
    assert_eq!(Tree::new().tick(&mut log), Status::Success);
    assert_eq!(log.take(), ["failure", "success", "success", "failure"]);
}

#[test]
fn a_child_may_have_the_name_of_a_threshold() {
    bt! {
        Tree(Bench) = parallel(success = BOTH, failure = two(&Bench::default())) <
            successes: scripted("A"),
            failures: scripted("B"),
            success: scripted("C"),
        >
    }
    bt! { Piped(Bench) = pipeline < reached: scripted("A"), whole: scripted("B") > }
    let mut bench = Bench::new("A=S B=S C=S");
    assert_eq!(Tree::new().tick(&mut bench), Status::Success);
    assert_eq!(Piped::new().tick(&mut bench), Status::Success);
}

#[test]
fn a_score_is_an_expression_a_closure_or_a_function_whenever_it_is_needed() {
    fn need(bench: &Bench) -> u32 {
        bench.number
    }
    bt! {
        Tree(Bench) { idle: f32 } = utility(need, idle, -1, |bench| f64::from(bench.number) + 0.5) <
            scripted("A"),
            scripted("B"),
            scripted("C"),
            scripted("D"),
        >
    }
    let mut bench = Bench { number: 2, ..Bench::new("A=F B=F C=F D=F") };
    assert_eq!(Tree::new(0.0).tick(&mut bench), Status::Failure);
    let order =
        |log: String| log.matches("start ").count().to_string() + &log.replace("start ", "").replace(" Failure", "");
    assert_eq!(order(bench.take()), "4D, finish D, A, finish A, B, finish B, C, finish C");
    assert_eq!(Tree::new(9.0).tick(&mut bench), Status::Failure);
    assert_eq!(order(bench.take()), "4B, finish B, D, finish D, A, finish A, C, finish C");
}

#[test]
fn parameters_may_have_the_names_of_generated_variables() {
    bt! {
        Names(Bench) { margin: f32, score: u32, left: u32, turn: u32, active: u32, successes: u32, failures: u32 } = sequence <
            reactive_utility(score + left, turn + active, |bench| bench.number, margin = margin + 0.5) <
                scripted("A"),
                scripted("B"),
                scripted("C"),
            >,
            parallel(success = successes + 1, failure = |_| failures) < scripted("D"), scripted("E") >,
        >
    }
    let mut bench = Bench::new("A=S B=R C=R D=S E=R");
    assert_eq!(Names::new(0.5, 3, 1, 1, 1, 0, 2).tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success, start D, finish D Success");
}
