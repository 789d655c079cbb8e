//! Mocks of composites and decorators: an observer answers, and nothing below starts.

use bt::Status::{Failure, Running, Success};
use bt::observe::Mock;
use bt::{Composite, Decorator, Next, NodeEvent, Outcome, Random, Status, TreeObserver, bt};
use rand_pcg::Pcg32;

/// What leaves have done.
struct Log {
    ran: Vec<&'static str>,
    number: u64,
    rng: Pcg32,
}

impl Default for Log {
    fn default() -> Self {
        Log { ran: Vec::new(), number: 0, rng: Pcg32::new(1, 1) }
    }
}

impl Random for Log {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.rng
    }
}

impl Log {
    fn ran(&mut self, leaf: &'static str) -> Status {
        self.ran.push(leaf);
        Success
    }
}

/// Notes its events.
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

/// A decorator that passes all on.
#[derive(Default)]
struct Wrapped;

impl Decorator<Log> for Wrapped {
    fn before(&mut self, log: &mut Log) -> Option<Status> {
        log.ran.push("before");
        None
    }
}

/// A composite that ends as its first child.
#[derive(Default)]
struct FirstOf;

impl Composite<Log> for FirstOf {
    const LOOKS: bool = false;

    fn start(&mut self, log: &mut Log) {
        log.ran.push("start");
    }

    fn first(&mut self, _: &mut Log, _: usize) -> Next {
        Next::Child(0)
    }

    fn after(&mut self, _: &mut Log, _: usize, ended: Status) -> Next {
        Next::End(ended)
    }
}

/// For each node: it succeeds and fails as the mock says, with the events of its parents around its own, and nothing in
/// it runs.
macro_rules! mocked {
    ($($test:ident { $($node:tt)* })*) => {$(
        #[test]
        fn $test() {
            bt! {
                #[allow(unused)]
                Tree(Log) = selector < sequence < x: $($node)*, then: action(|log| log.ran("then")) >, other: action(|log| log.ran("other")) >
            }
            for answer in [Success, Failure] {
                let (mut tree, mut log, mut observers) = (Tree::new(), Log::default(), (Mock::new("x", [answer]), Told::default()));
                assert_eq!(tree.tick_for_with(0.1, &mut log, &mut observers), Success);
                let begin = ["start selector", "start sequence", "start x"].map(str::to_owned);
                let end = match answer {
                    Success => [
                        "finish x Success", "start then", "then Success", "finish then Success", "finish sequence Success",
                        "finish selector Success",
                    ],
                    _ => [
                        "finish x Failure", "finish sequence Failure", "start other", "other Success", "finish other Success",
                        "finish selector Success",
                    ],
                };
                let expected: Vec<String> = begin.into_iter().chain(end.map(str::to_owned)).collect();
                assert_eq!(observers.1.0, expected);
                assert_eq!(log.ran, [if answer == Success { "then" } else { "other" }]);
                assert_eq!(log.rng, Pcg32::new(1, 1));
                assert_eq!(observers.0.unused(), 0);
                assert!(!tree.is_running());
            }
        }
    )*};
}

mocked! {
    a_sequence { sequence < a: action(|log| log.ran("a")), b: action(|log| log.ran("b")) > }
    a_selector { selector < a: action(|log| log.ran("a")), wait(1.0) > }
    a_reactive_sequence { reactive_sequence < a: action(|log| log.ran("a")), wait(1.0) > }
    a_reactive_selector { reactive_selector < a: action(|log| log.ran("a")), wait(1.0) > }
    a_priority { priority < |log| log.number == 0 => a: action(|log| log.ran("a")), wait(1.0) > }
    a_parallel { parallel < a: action(|log| log.ran("a")), wait(1.0) > }
    a_race { race < a: action(|log| log.ran("a")), wait(1.0) > }
    a_random_sequence { random_sequence < a: action(|log| log.ran("a")), wait(1.0) > }
    a_weighted { weighted(1, 2) < a: action(|log| log.ran("a")), wait(1.0) > }
    a_utility { utility(|_| 1.0, |_| 2.0) < a: action(|log| log.ran("a")), wait(1.0) > }
    a_reactive_utility { reactive_utility(|_| 1.0, |_| 2.0) < a: action(|log| log.ran("a")), wait(1.0) > }
    an_if_else { if_else < a: action(|log| log.ran("a")), wait(1.0) > }
    an_if_else_with_a_condition { if_else(|log| log.number == 0) < a: action(|log| log.ran("a")), wait(1.0) > }
    a_reactive_if_else { reactive_if_else(|log| log.number == 0) < a: action(|log| log.ran("a")), wait(1.0) > }
    a_switch { switch(|log| log.number) < 0 => a: action(|log| log.ran("a")), _ => wait(1.0) > }
    a_reactive_switch { reactive_switch(|log| log.number) < 0 => a: action(|log| log.ran("a")), _ => wait(1.0) > }
    a_recover { recover(2) < a: action(|log| log.ran("a")), wait(1.0) > }
    a_pipeline { pipeline < a: action(|log| log.ran("a")), wait(1.0) > }
    a_round_robin { round_robin < a: action(|log| log.ran("a")), wait(1.0) > }
    a_simple_parallel { simple_parallel < a: action(|log| log.ran("a")), wait(1.0) > }
    a_finally { finally < a: action(|log| log.ran("a")), cleanup: action(|log| log.ran("cleanup")) > }
    a_for_each { for_each(|_, i| (i < 2).then_some(i)) < a: action(|log| log.ran("a")) > }
    a_keyed { keyed(|log| -> u64 { log.number }) < a: action(|log| log.ran("a")) > }
    an_observe {
        observe(|log| -> u64 { log.number }) < reactive_sequence <
            a: action(|log| log.ran("a")),
            wait(1.0),
        > >
    }
    an_inverter { inverter < a: action(|log| log.ran("a")) > }
    a_force_success { force_success < a: action(|log| log.ran("a")) > }
    an_unchecked { unchecked < guard(|log| log.number == 0) < a: action(|log| log.ran("a")) > > }
    a_repeat { repeat(2) < a: action(|log| log.ran("a")) > }
    a_retry { retry(2) < a: action(|log| log.ran("a")) > }
    a_repeat_until_failure { repeat_until_failure < a: action(|log| log.ran("a")) > }
    a_precondition { precondition(|log| log.number > 0) < a: action(|log| log.ran("a")) > }
    a_guard { guard(|log| log.number > 0) < a: action(|log| log.ran("a")) > }
    a_guard_of_a_guard { guard(|log| log.number > 0) < guard(|_| true) < a: action(|log| log.ran("a")) > > }
    a_timeout { timeout(1.0) < a: action(|log| log.ran("a")) > }
    a_delay { delay(1.0) < a: action(|log| log.ran("a")) > }
    a_cooldown { cooldown(1.0) < a: action(|log| log.ran("a")) > }
    a_throttle { throttle(1.0) < a: action(|log| log.ran("a")) > }
    a_run_once { run_once < a: action(|log| log.ran("a")) > }
    a_run_limit { run_limit(2) < a: action(|log| log.ran("a")) > }
    a_probability { probability(0.5) < a: action(|log| log.ran("a")) > }
    an_every { every(1.0, |log| { log.ran("beat"); }) < a: action(|log| log.ran("a")) > }
    a_decorator { wrapped < a: action(|log| log.ran("a")) > }
    a_composite { first_of < a: action(|log| log.ran("a")), wait(1.0) > }
}

bt! {
    Guarded(Log) = reactive_sequence <
        ready: sequence < asks: condition(|log| log.number == 0), action(|log| log.ran("asked")) >,
        parallel <
            left: sequence < wait(0.25), action(|log| log.ran("left")) >,
            right: selector < wait(60.0) >,
        >,
    >
}

#[test]
fn a_composite_is_asked_whenever_it_begins_and_not_while_it_is_active() {
    let (mut tree, mut log) = (Guarded::new(), Log::default());
    let mut mocks = (Mock::new("ready", [Success, Success, Success]), Mock::new("right", [Success, Failure]));
    let answers: Vec<Status> = (0..3).map(|_| tree.tick_for_with(0.1, &mut log, &mut mocks)).collect();
    // `right` ends at once, so it begins once; `ready` begins in each tick, and `left` continues by itself.
    assert_eq!((answers, log.ran), (vec![Running, Running, Success], vec!["left"]));
    assert_eq!((mocks.0.unused(), mocks.1.unused()), (0, 1));

    let (mut tree, mut log) = (Guarded::new(), Log::default());
    tree.tick_for(0.1, &mut log);
    let mut late = (Mock::new("left", [Failure]), Mock::new("ready", [Failure]));
    assert_eq!(tree.tick_for_with(0.05, &mut log, &mut late), Failure);
    assert_eq!((late.0.unused(), late.1.unused(), log.ran), (1, 0, vec!["asked"]));
}

bt! {
    Watch(Log) = reactive_selector <
        first: guard(|log| log.number == 1) < action(|log| log.ran("first")) >,
        second: guard(|log| log.number == 0) < sequence < wait(1.0) > >,
        wait(60.0),
    >
}

#[test]
fn a_guard_below_a_reactive_node_is_asked_like_any_other_node() {
    let (mut tree, mut log) = (Watch::new(), Log::default());
    assert_eq!(tree.tick_for_with(0.1, &mut log, &mut Mock::new("second", [Failure])), Running);
    assert_eq!(tree.active().map(|node| node.title()).collect::<Vec<_>>(), ["reactive_selector", "wait"]);
    // Before the active child, and while it is active.
    let mut mocks = (Mock::new("first", [Failure, Success]), Mock::new("second", [Failure]));
    assert_eq!(tree.tick_for_with(0.1, &mut log, &mut mocks), Running);
    assert_eq!(tree.active().map(|node| node.title()).collect::<Vec<_>>(), ["reactive_selector", "wait"]);
    assert_eq!(tree.tick_for_with(0.1, &mut log, &mut mocks), Success);
    assert_eq!((log.ran, mocks.0.unused(), mocks.1.unused()), (vec![], 0, 0));
    assert!(!tree.is_running());
}

bt! {
    Find(Log) -> Option<u32> = pick: selector <
        action(|_| None::<u32>),
        near: sequence < action(|log| Some(log.ran.len() as u32)) >,
    >
}
bt! {
    Keep(Log) = sequence <
        all: selector < find, later: timeout(1.0) < action(|_| Some(7_u32)) > > -> found: u32,
        action(|log| log.number += u64::from(found)),
    >
}

#[test]
fn the_value_of_a_composite_is_replaced() {
    let mut log = Log::default();
    for (name, number) in [("all", 100), ("all/find", 200), ("all/find/near", 300)] {
        let mut mock = Mock::value(name, [Some(100_u32)]);
        assert_eq!(Keep::new().tick_for_with(0.1, &mut log, &mut mock), Success);
        assert_eq!((log.number, mock.unused()), (number, 0), "{name}");
    }
    // `None` is failure; a status alone is not a value.
    log.number = 0;
    assert_eq!(Keep::new().tick_for_with(0.1, &mut log, &mut Mock::value("all", [None::<u32>])), Failure);
    assert_eq!(Keep::new().tick_for_with(0.1, &mut log, &mut Mock::new("all/find", [Failure])), Success);
    assert_eq!(log.number, 7);
    assert_eq!(Keep::new().tick_for_with(0.1, &mut log, &mut Mock::new("later", [Success])), Success);
    assert_eq!(log.number, 7);
}

bt! { Loop(Log) = whole: repeat(3) < turn: sequence < action(|log| log.ran("turn")) > > }

#[test]
fn the_root_is_asked_and_so_is_each_pass_of_a_loop() {
    let mut log = Log::default();
    let mut mocks = (Mock::new("turn", [Success, Running, Success]), Told::default());
    assert_eq!(Loop::new().tick_with(&mut log, &mut mocks), Success);
    // Running is not an answer of a composite, so it runs by itself.
    assert_eq!((&log.ran[..], mocks.0.unused()), (&["turn"][..], 0));
    assert_eq!(mocks.1.0.iter().filter(|told| *told == "start turn").count(), 3);
    let mut mocks = (Mock::new("whole", [Failure]), Told::default());
    assert_eq!(Loop::new().tick_with(&mut log, &mut mocks), Failure);
    assert_eq!(mocks.1.0, ["start whole", "finish whole Failure"]);
}

bt! { Sub(Log) = top: sequence < inner: selector < action(|log| log.ran("inner")) > > }
bt! { Outer(Log) = sequence < sub, last: action(|log| log.ran("last")) > }

/// Counts how often it is asked for an answer of each node.
struct Asked(Vec<&'static str>);

impl TreeObserver for Asked {
    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.0.push(event.node().title());
        None
    }
}

#[test]
fn each_node_is_asked_for_once_outside_in() {
    let (mut asked, mut log) = (Asked(Vec::new()), Log::default());
    Outer::new().tick_with(&mut log, &mut asked);
    assert_eq!(asked.0, ["sequence", "sub", "inner", "action", "last"]);
    Outer::new().tick_with(&mut log, &mut Mock::new("sub/inner", [Failure]));
    assert_eq!(log.ran, ["inner", "last"]);
}
