//! Mocks: an observer answers instead of leaves and subtrees.

use std::iter::repeat;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

use bt::Status::{Failure, Running, Success};
use bt::observe::Mock;
use bt::{Behavior, NodeEvent, Outcome, Status, TreeObserver, bt, leaf};

/// Records its events.
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
}

bt! {
    All(u32) = sequence <
        ask: condition(|_| false),
        ready: wait_until(|_| false),
        nap: wait(60.0),
        long: action(|n: &mut u32| -> Status {
            *n += 1;
            Running
        }),
        quick: action(|n: &mut u32| {
            *n += 100;
        }),
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
    bt! {
        Quick(u32) = sequence <
            quick: action(|n: &mut u32| {
                *n += 1;
            })
        >
    }
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
fn a_status_alone_is_no_value() {
    let mut number = 5;
    Find::new().tick_with(&mut number, &mut Mock::new("find", [Failure]));
    assert_eq!(number, 6);
    Find::new().tick_with(&mut number, &mut Mock::new("find", [Success]));
    assert_eq!(number, 22);
}

#[leaf]
fn seek(number: &mut u32) -> Poll<Option<u32>> {
    *number += 1000;
    Poll::Ready(None)
}

bt! { Look(u32) -> Option<u32> = selector < seek, fail_with: action(|_: &mut u32| None::<u32>) > }
bt! { Dig(u32) = sequence < seek -> depth, action(|n| *n += depth) > }
bt! { Ask(u32) = sequence < look -> found, action(|n| *n += found) > }
bt! { Drop(u32) = sequence < look, seek, action(|n| *n += 1) > }

#[test]
fn values_are_replaced() {
    let mut number = 0;
    // The values of an action, a leaf, a subtree, and a leaf in a subtree.
    assert_eq!(Find::new().tick_with(&mut number, &mut Mock::value("find", [Some(5_u32)])), Success);
    assert_eq!(Dig::new().tick_with(&mut number, &mut Mock::value("seek", [Some(20_u32)])), Success);
    assert_eq!(Ask::new().tick_with(&mut number, &mut Mock::value("look", [Some(300_u32)])), Success);
    assert_eq!(Ask::new().tick_with(&mut number, &mut Mock::value("fail_with", [Some(4000_u32)])), Success);
    assert_eq!(number, 15 + 20 + 300 + 1000 + 4000);
    // `None` is failure.
    number = 0;
    assert_eq!(Find::new().tick_with(&mut number, &mut Mock::value("find", [None::<u32>])), Success);
    assert_eq!(Dig::new().tick_with(&mut number, &mut Mock::value("seek", [None::<u32>])), Failure);
    assert_eq!(Ask::new().tick_with(&mut number, &mut Mock::value("look", [None::<u32>])), Failure);
    assert_eq!(number, 1);
    // The value of a node may go unused, and a status may come first.
    number = 0;
    let mut mocks = (Mock::value("look", [Some(1_u32)]), Mock::value("seek", [Some(1_u32)]));
    assert_eq!(Drop::new().tick_with(&mut number, &mut mocks), Success);
    assert_eq!((number, mocks.0.unused(), mocks.1.unused()), (1, 0, 0));
    let mut dig = Dig::new();
    let mut mocks = Mock::new("seek", [Running]).over(Mock::value("seek", [Some(7_u32)]));
    assert_eq!(dig.tick_with(&mut number, &mut mocks), Running);
    assert_eq!(dig.tick_with(&mut number, &mut mocks), Success);
    assert_eq!(number, 8);
}

#[test]
#[should_panic(expected = "the mock of `seek` has values of type `i32`, which is not that of the node")]
fn a_value_of_another_type_is_an_error() {
    Dig::new().tick_with(&mut 0, &mut Mock::value("seek", [Some(7)]));
}

bt! { Walks(Vec<&'static str>) = sequence < walk, rest: wait(1.0), walk > }
bt! { Inner(Vec<&'static str>) = walks }
bt! {
    Trip(Vec<&'static str>) = sequence <
        selector < inner, action(|log| log.push("stayed")) >,
        last: action(|log| log.push("last")),
    >
}

/// Ticks a trip once for each answer, and then until it ends. Returns what was reported, and what was active.
fn trip(answers: &[Status]) -> (Vec<String>, Vec<&'static str>, Vec<Vec<&'static str>>) {
    let (mut trip, mut log, mut active) = (Trip::new(), Vec::new(), Vec::new());
    let mut observers = (Mock::new("inner", answers.to_vec()), Told::default());
    for _ in 0..4 {
        let status = trip.tick_for_with(0.6, &mut log, &mut observers);
        active.push(trip.active().map(|node| node.title()).collect());
        if status != Running {
            break;
        }
    }
    (observers.1.0, log, active)
}

#[test]
fn a_subtree_is_replaced_and_what_is_below_it_reports_nothing() {
    let (told, log, _) = trip(&[Failure]);
    assert_eq!(
        told,
        [
            "start sequence",
            "start selector",
            "start inner",
            "finish inner Failure",
            "start action",
            "action Success",
            "finish action Success",
            "finish selector Success",
            "start last",
            "last Success",
            "finish last Success",
            "finish sequence Success",
        ]
    );
    assert_eq!(log, ["stayed", "last"]);
    let (told, log, active) = trip(&[Running, Running, Success]);
    assert_eq!(
        told,
        [
            "start sequence",
            "start selector",
            "start inner",
            "finish inner Success",
            "finish selector Success",
            "start last",
            "last Success",
            "finish last Success",
            "finish sequence Success",
        ]
    );
    assert_eq!(log, ["last"]);
    assert_eq!(active, [vec!["sequence", "selector", "inner"], vec!["sequence", "selector", "inner"], vec![]]);
}

#[test]
fn a_subtree_starts_once_when_the_answers_are_used_up() {
    let (told, log, active) = trip(&[Running]);
    assert_eq!(told.iter().filter(|told| **told == "start inner").count(), 1);
    assert_eq!(told[3..6], ["start walk", "walk Success", "finish walk Success"]);
    assert_eq!(active[1], ["sequence", "selector", "inner", "rest"]);
    assert_eq!(log, ["start", "run", "success", "start", "run", "success", "last"]);
    for name in ["inner", "selector", "sequence"] {
        assert_eq!(told.iter().filter(|told| **told == format!("finish {name} Success")).count(), 1, "{name}");
    }
}

#[test]
fn a_mocked_subtree_is_aborted_and_one_that_runs_by_itself_is_not_interrupted() {
    let (mut trip, mut log) = (Trip::new(), Vec::new());
    let mut observers = (Mock::new("inner", [Running]), Told::default());
    trip.tick_for_with(0.6, &mut log, &mut observers);
    observers.1.0.clear();
    trip.abort_with(&mut log, &mut observers);
    assert_eq!(observers.1.0, ["finish inner Aborted", "finish selector Aborted", "finish sequence Aborted"]);
    assert!(log.is_empty() && !trip.is_running());

    trip.tick_for(0.6, &mut log);
    let mut mock = Mock::new("inner", [Failure]);
    assert_eq!(trip.tick_for_with(0.3, &mut log, &mut mock), Running);
    assert_eq!((mock.unused(), log.as_slice()), (1, ["start", "run", "success"].as_slice()));
}

#[test]
fn nodes_are_chosen_by_their_paths() {
    let (mut log, walk) = (Vec::new(), ["start", "success", "start", "run", "success"]);
    let mut mock = Mock::new("selector/inner/rest", [Success]).over(Mock::new("selector/inner/walk", [Success]));
    Trip::new().tick_for_with(0.1, &mut log, &mut mock);
    assert_eq!((log[..5].to_vec(), mock.unused(), mock.observer().unused()), (walk.to_vec(), 0, 0));
    // The end of a path is enough.
    let (mut again, mut mock) = (Vec::new(), Mock::new("inner/rest", [Success]));
    Trip::new().tick_for_with(0.1, &mut again, &mut mock);
    assert_eq!(mock.unused(), 0);
}

bt! {
    Twice(()) = sequence <
        a: inverter < sequence < wait(1.0), fail > >,
        b: inverter < sequence < wait(1.0), fail > >,
    >
}

#[test]
#[should_panic(expected = "`sequence/wait` is the end of several paths in this tree, `a/sequence/wait` and \
                           `b/sequence/wait`:\nseq")]
fn an_end_of_several_paths_is_refused() {
    Twice::new().tick_for_with(0.1, &mut (), &mut Mock::new("sequence/wait", [Success]));
}

#[test]
fn a_whole_path_is_meant_where_it_ends_another_one_too() {
    bt! { Both(()) = selector < inverter < wait(1.0) >, c: force_success < inverter < wait(1.0) > > > }
    let mut mock = Mock::new("inverter/wait", [Success, Success]);
    Both::new().tick_for_with(0.1, &mut (), &mut mock);
    assert_eq!(mock.unused(), 1);
}

#[test]
#[should_panic(expected = "no node `a/wait` to mock in this tree, did you mean `a/sequence/wait`?")]
fn a_path_that_is_not_there_is_refused() {
    Twice::new().tick_for_with(0.1, &mut (), &mut Mock::new("a/wait", [Success]));
}

#[test]
#[should_panic(expected = "no node `nothing` to mock in this tree:\n")]
fn nothing_is_meant_by_a_name_that_is_like_none() {
    Twice::new().tick_for_with(0.1, &mut (), &mut Mock::new("nothing", [Success]));
}

/// Counts how often it is asked for an answer of each node.
struct Asked(Vec<&'static str>);

impl TreeObserver for Asked {
    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.0.push(event.node().title());
        None
    }
}

#[test]
fn each_node_is_asked_for_once() {
    let (mut asked, mut log, mut trip) = (Asked(Vec::new()), Vec::new(), Trip::new());
    trip.tick_for_with(0.5, &mut log, &mut asked);
    assert_eq!(asked.0, ["sequence", "selector", "inner", "walk", "rest"]);
    trip.tick_for_with(0.5, &mut log, &mut asked);
    assert_eq!(asked.0[5..], ["rest", "walk", "last"]);
}

fn mocked(name: &str) {
    Trip::new().tick_for_with(0.1, &mut Vec::new(), &mut Mock::new(name, [Success]));
}

#[test]
#[should_panic(expected = "there is no node `inners` to mock in this tree, did you mean `inner`?\nsequence\n├── \
                           selector\n│   ├── inner: sequence")]
fn a_name_that_is_not_in_the_tree_panics() {
    mocked("inners");
}

#[test]
#[should_panic(expected = "no node `sequence/selector/inner` to mock in this tree, did you mean `selector/inner`?")]
fn the_root_is_in_no_path() {
    mocked("sequence/selector/inner");
}

#[test]
fn a_wrong_name_panics_before_any_node() {
    let (mut told, mut log) = (Told::default(), Vec::new());
    let mut observers = (&mut told, Mock::new("nobody", [Success]));
    let tick = AssertUnwindSafe(|| Trip::new().tick_for_with(0.1, &mut log, &mut observers));
    assert!(catch_unwind(tick).is_err());
    assert!(told.0.is_empty() && log.is_empty());
}

#[test]
fn a_tuple_asks_for_the_first_answer_and_reports_to_all() {
    let mut log = Vec::new();
    let mut observers = (
        Told::default(),
        Mock::new("walk", [Failure]),
        Mock::new("walk", [Running, Success]),
        (None::<Told>, Told::default()),
    );
    let mut go = Go::new();
    assert_eq!(go.tick_with(&mut log, &mut observers), Failure);
    assert_eq!((observers.1.unused(), observers.2.unused()), (0, 2));
    assert_eq!(go.tick_with(&mut log, &mut observers), Running);
    assert_eq!(go.tick_with(&mut log, &mut observers), Success);
    assert_eq!(observers.0.0, observers.3.1.0);
    assert!(!observers.0.0.is_empty());
    // Observers that want no events get none.
    struct Deaf;
    impl TreeObserver for Deaf {
        fn is_enabled(&self) -> bool {
            false
        }

        fn start(&mut self, _: &NodeEvent) {
            unreachable!("it wants no events");
        }
    }
    assert!(!(Deaf, (), None::<Told>).is_enabled());
    go.tick_with(&mut log, &mut (Deaf, Told::default()));
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
