//! Mocks: an observer answers instead of leaves.

use std::iter::repeat;

use bt::Status::{Failure, Running, Success};
use bt::observe::Mock;
use bt::{Behavior, NodeEvent, Outcome, Status, TreeObserver, bt};

/// Counts its events.
#[derive(Default)]
struct Told(Vec<String>);

impl TreeObserver for Told {
    fn start(&mut self, event: &NodeEvent) {
        self.0.push(format!("start {}", event.node().title()));
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.0.push(format!("{} {status:?}", event.node().title()));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.0.push(format!("finish {} {outcome:?}", event.node().title()));
    }
}

#[derive(Behavior, Default)]
#[behavior(context = Vec<&'static str>)]
struct Walk;

impl Walk {
    fn start(&mut self, log: &mut Vec<&'static str>) {
        log.push("start");
    }

    fn run(&mut self, log: &mut Vec<&'static str>) -> Status {
        log.push("run");
        Success
    }

    fn finish(&mut self, log: &mut Vec<&'static str>, outcome: Outcome) {
        log.push(match outcome {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
            Outcome::Aborted => "aborted",
        });
    }
}

bt! { Go(Vec<&'static str>) = sequence < walk, then: action(|log| log.push("then")) > }

#[test]
fn the_run_of_a_leaf_is_replaced_and_its_other_hooks_are_called() {
    let (mut go, mut log) = (Go::new(), Vec::new());
    let mut mock = Mock::new("walk", [Running, Failure]).over(Told::default());
    assert_eq!(go.tick_with(&mut log, &mut mock), Running);
    assert_eq!(go.active().map(|node| node.title()).collect::<Vec<_>>(), ["sequence", "walk"]);
    assert_eq!(go.tick_with(&mut log, &mut mock), Failure);
    assert_eq!(log, ["start", "failure"]);
    assert_eq!(
        mock.observer().0,
        [
            "start sequence",
            "start walk",
            "walk Running",
            "walk Failure",
            "finish walk Failure",
            "finish sequence Failure"
        ],
    );
    // There are no answers left.
    assert_eq!(go.tick_with(&mut log, &mut mock), Success);
    assert_eq!(log[2..], ["start", "run", "success", "then"]);
}

bt! { Outer(Vec<&'static str>) = selector < go, action(|log| log.push("other")) > }

#[test]
fn a_leaf_in_a_subtree_is_found() {
    let (mut outer, mut log) = (Outer::new(), Vec::new());
    outer.tick_with(&mut log, &mut Mock::new("then", [Failure]));
    assert_eq!(log, ["start", "run", "success", "other"]);
    // The root of a subtree is not a leaf.
    log.clear();
    outer.tick_with(&mut log, &mut Mock::new("go", [Failure]));
    assert_eq!(log, ["start", "run", "success", "then"]);
}

bt! {
    All(u32) = sequence <
        ask: condition(|_| false),
        ready: wait_until(|_| false),
        nap: wait(60.0),
        long: action(|n: &mut u32| -> Status { *n += 1; Running }),
        quick: action(|n: &mut u32| { *n += 100; }),
        branches: parallel < left: wait_until(|_| false), right: wait(0.1) >,
    >
}

#[test]
fn leaves_of_every_kind_are_replaced() {
    let (mut all, mut number) = (All::new(), 0);
    assert_eq!(all.tick_for_with(0.1, &mut number, &mut ()), Failure);
    let mut mock = Mock::new("ask", repeat(Success)).over(Mock::new("ready", [Running, Success]).over(
        Mock::new("nap", [Success]).over(Mock::new("long", [Running, Success]).over(Mock::new("left", [Success]))),
    ));
    let answers: Vec<Status> = (0..4).map(|_| all.tick_for_with(0.05, &mut number, &mut mock)).collect();
    assert_eq!((answers, number), (vec![Running, Running, Running, Success], 100));
}

#[test]
fn one_that_cannot_be_running_is_not() {
    let (mut all, mut number) = (All::new(), 0);
    assert_eq!(all.tick_for_with(0.1, &mut number, &mut Mock::new("ask", repeat(Running))), Failure);
    bt! { Quick(u32) = sequence < quick: action(|n: &mut u32| { *n += 1; }) > }
    assert_eq!(Quick::new().tick_with(&mut number, &mut Mock::new("quick", [Running])), Success);
    assert_eq!(Quick::new().tick_with(&mut number, &mut Mock::new("quick", [Failure])), Failure);
    assert_eq!(number, 1);

    #[derive(Behavior, Default)]
    #[behavior(context = u32)]
    struct Ask;

    impl Ask {
        fn run(&self, n: &mut u32) -> bool {
            *n += 1;
            true
        }
    }

    bt! { Asking(u32) = sequence < ask > }
    assert_eq!(Asking::new().tick_with(&mut number, &mut Mock::new("ask", [Running])), Success);
    assert_eq!(number, 2);
}

bt! {
    Find(u32) = selector <
        sequence < find: action(|n| Some(*n)) -> found: u32, action(|n| *n += 10 + found) >,
        lost: action(|n| *n += 1),
    >
}

#[test]
fn a_mock_has_no_value() {
    let mut number = 5;
    Find::new().tick_with(&mut number, &mut Mock::new("find", [Failure]));
    assert_eq!(number, 6);
    Find::new().tick_with(&mut number, &mut Mock::new("find", [Success]));
    assert_eq!(number, 22);
}

#[test]
fn observers_behind_references_and_options_mock_too() {
    let (mut go, mut log) = (Go::new(), Vec::new());
    let mut mock = Mock::new("walk", repeat(Failure));
    assert_eq!(go.tick_with(&mut log, &mut Some(&mut mock)), Failure);
    let observer: &mut dyn TreeObserver = &mut mock;
    assert_eq!(go.tick_with(&mut log, observer), Failure);
    assert!(!log.contains(&"run"));
}
