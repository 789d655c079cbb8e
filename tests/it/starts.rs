//! Starts that fail.

use bt::{Behavior, Decorator, NodeEvent, Outcome, Status, TreeObserver, bt};

/// What the hooks have done, and which starts fail.
#[derive(Default)]
struct Log {
    hooks: Vec<String>,
    fails: &'static str,
}

impl Log {
    fn start(&mut self, name: &'static str) -> Result<(), Jammed> {
        self.hooks.push(format!("start {name}"));
        if self.fails == name { Err(Jammed(name)) } else { Ok(()) }
    }

    fn take(&mut self) -> String {
        std::mem::take(&mut self.hooks).join(", ")
    }
}

#[derive(Debug, PartialEq)]
struct Jammed(&'static str);

#[derive(Debug, PartialEq)]
struct Broken(String);

impl From<Jammed> for Broken {
    fn from(Jammed(name): Jammed) -> Self {
        Broken(name.into())
    }
}

#[derive(Behavior)]
#[behavior(context = Log, error = Jammed)]
struct Valve(&'static str);

impl Valve {
    fn new(name: &'static str) -> Self {
        Valve(name)
    }

    fn start(&mut self, log: &mut Log) -> Result<(), Jammed> {
        log.start(self.0)
    }

    fn run(&mut self, log: &mut Log) -> Status {
        log.hooks.push(format!("run {}", self.0));
        Status::Running
    }

    fn finish(&mut self, log: &mut Log, outcome: Outcome) {
        log.hooks.push(format!("finish {} {outcome:?}", self.0));
    }
}

#[derive(Behavior)]
#[behavior(context = Log, error = Broken)]
enum Part {
    Valve(Valve),
}

impl Part {
    fn new(name: &'static str) -> Self {
        Part::Valve(Valve(name))
    }
}

#[derive(Decorator)]
#[decorator(context = Log, error = Jammed)]
struct Powered(&'static str);

impl Powered {
    fn new(name: &'static str) -> Self {
        Powered(name)
    }

    fn start(&mut self, log: &mut Log) -> Result<(), Jammed> {
        log.start(self.0)
    }

    fn finish(&mut self, log: &mut Log, outcome: Outcome) {
        log.hooks.push(format!("finish {} {outcome:?}", self.0));
    }
}

/// A handwritten leaf.
struct ByHand(&'static str);

impl ByHand {
    fn new(name: &'static str) -> Self {
        ByHand(name)
    }
}

impl Decorator<Log, Result<Option<Status>, Jammed>> for ByHand {
    fn try_start(&mut self, log: &mut Log) -> Result<(), Jammed> {
        log.start(self.0)
    }

    fn finish(&mut self, log: &mut Log, outcome: Outcome) {
        log.hooks.push(format!("finish {} {outcome:?}", self.0));
    }
}

#[test]
fn a_leaf_whose_start_fails_gets_a_finish_and_no_run() {
    bt! { Tree(Log) -> Result<Broken> = parallel < valve("a"), force_success < valve("b") >, valve("c") > }
    let (mut tree, mut log) = (Tree::new(), Log { fails: "b", ..Log::default() });
    assert_eq!(tree.tick(&mut log), Err(Broken("b".into())));
    assert_eq!(log.take(), "start a, run a, start b, finish b Aborted, finish a Aborted");
    assert!(!tree.is_running());
    log.fails = "";
    assert_eq!(tree.tick(&mut log), Ok(Status::Running));
}

#[test]
fn an_enum_hands_on_the_error() {
    bt! { Tree(Log) -> Result<Broken> = sequence < succeed, part("a") > }
    let (mut tree, mut log) = (Tree::new(), Log { fails: "a", ..Log::default() });
    assert_eq!(tree.tick(&mut log), Err(Broken("a".into())));
    assert_eq!(log.take(), "start a, finish a Aborted");
    assert_eq!(Part::new("a").try_start(&mut log), Err(Broken("a".into())));
}

#[test]
fn a_subtree_hands_on_the_error() {
    bt! { Inner(Log) -> Result<Jammed> = sequence < valve("a"), valve("b") > }
    bt! { Tree(Log) -> Result<Broken> = selector < fail, inner > }
    let (mut tree, mut log) = (Tree::new(), Log { fails: "a", ..Log::default() });
    assert_eq!(tree.tick(&mut log), Err(Broken("a".into())));
    assert_eq!(log.take(), "start a, finish a Aborted");
}

#[test]
fn a_decorator_whose_start_fails_gets_a_finish_and_starts_no_child() {
    bt! { Derived(Log) -> Result<Broken> = parallel < valve("a"), powered("p") < valve("b") > > }
    bt! { Written(Log) -> Result<Broken> = parallel < valve("a"), sequence < succeed, by_hand("p") < valve("b") > > > }
    let mut log = Log { fails: "p", ..Log::default() };
    let mut derived = Derived::new();
    for _ in 0..2 {
        assert_eq!(derived.tick(&mut log), Err(Broken("p".into())));
        assert_eq!(log.take(), "start a, run a, start p, finish p Aborted, finish a Aborted");
    }
    assert_eq!(Written::new().tick(&mut log), Err(Broken("p".into())));
    assert_eq!(log.take(), "start a, run a, start p, finish p Aborted, finish a Aborted");
    log.fails = "";
    assert_eq!(derived.tick(&mut log), Ok(Status::Running));
    assert_eq!(log.take(), "start a, run a, start p, start b, run b");
    derived.abort(&mut log);
    assert_eq!(log.take(), "finish a Aborted, finish b Aborted, finish p Aborted");
}

#[test]
fn a_decorator_that_begins_again_can_fail_then() {
    bt! { Tree(Log) -> Result<Broken> = forever < powered("p") < wait(1.0) > > }
    let (mut tree, mut log) = (Tree::new(), Log::default());
    assert_eq!(tree.tick_for(0.5, &mut log), Ok(Status::Running));
    log.fails = "p";
    assert_eq!(tree.tick_for(1.0, &mut log), Err(Broken("p".into())));
    assert_eq!(log.take(), "start p, finish p Success, start p, finish p Aborted");
    assert!(!tree.is_running());
}

#[test]
fn observers_see_a_start_and_a_finish() {
    #[derive(Default)]
    struct Events(Vec<String>);

    impl TreeObserver for Events {
        fn start(&mut self, event: &NodeEvent) {
            self.0.push(format!("start {}", event.node().name));
        }

        fn run(&mut self, event: &NodeEvent, status: Status) {
            self.0.push(format!("run {} {status:?}", event.node().name));
        }

        fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
            self.0.push(format!("finish {} {outcome:?}", event.node().name));
        }
    }

    bt! { Tree(Log) -> Result<Broken> = sequence < powered("p") < valve("a") > > }
    for (fails, seen) in [
        ("p", "start sequence, start powered, finish powered Aborted, finish sequence Aborted"),
        (
            "a",
            "start sequence, start powered, start valve, finish valve Aborted, finish powered Aborted, finish \
             sequence Aborted",
        ),
    ] {
        let (mut events, mut log) = (Events::default(), Log { fails, ..Log::default() });
        assert!(Tree::new().tick_with(&mut log, &mut events).is_err());
        assert_eq!(events.0.join(", "), seen);
    }
}

#[test]
#[should_panic(expected = "call `try_start`")]
fn a_start_outside_of_a_tree_that_fails_is_not_lost() {
    Valve::new("a").start(&mut Log { fails: "a", ..Log::default() }).unwrap_or(());
    Behavior::start(&mut Valve::new("a"), &mut Log { fails: "a", ..Log::default() });
}
