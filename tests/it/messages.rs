//! Messages, and what they do to leaves.

use bt::{Behavior, Outcome, Status, bt};

/// A message.
pub struct Shot {
    /// The answers of the leaves that it hits.
    pub answer: Status,
}

/// The events.
#[derive(Default)]
pub struct Log(Vec<String>);

impl Log {
    fn take(&mut self) -> String {
        std::mem::take(&mut self.0).join(", ")
    }
}

/// A leaf that takes messages.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = Log, message = Shot)]
pub struct Target {
    name: &'static str,
}

impl Target {
    fn new(name: &'static str) -> Self {
        Target { name }
    }

    fn start(&self, log: &mut Log) {
        log.0.push(format!("start {}", self.name));
    }

    fn run(&self, _: &mut Log) -> Status {
        Status::Running
    }

    fn receive(&mut self, log: &mut Log, shot: &Shot) -> Status {
        log.0.push(format!("receive {}", self.name));
        shot.answer
    }

    fn finish(&self, log: &mut Log, outcome: Outcome) {
        log.0.push(format!("finish {} {outcome:?}", self.name));
    }
}

/// A leaf that takes none.
#[derive(Behavior, Default)]
#[behavior(context = Log)]
struct Deaf;

impl Deaf {
    fn run(&self, _: &mut Log) -> Status {
        Status::Running
    }
}

const HIT: Shot = Shot { answer: Status::Success };
const MISS: Shot = Shot { answer: Status::Running };
const FATAL: Shot = Shot { answer: Status::Failure };

pub const FILE: &str = file!();

bt! { pub Duck(Log) on Shot = sequence < alive: target("alive"), dead: target("dead") > }

#[test]
fn a_message_goes_to_the_active_leaf() {
    let (mut duck, mut log) = (Duck::new(), Log::default());
    duck.send(&mut log, &HIT);
    assert_eq!(log.take(), "", "nothing is active");
    duck.tick(&mut log);
    duck.send(&mut log, &HIT);
    assert_eq!(log.take(), "start alive, receive alive, finish alive Success");
    assert!(duck.is_running(), "its parent has not reacted");
    assert!(duck.active().all(|node| node.title() != "alive"), "but it is no longer active");
    duck.send(&mut log, &HIT);
    assert_eq!(log.take(), "", "it does not hear a second one");
    assert_eq!(duck.tick(&mut log), Status::Running);
    duck.send(&mut log, &MISS);
    assert_eq!(log.take(), "start dead, receive dead");
    duck.abort(&mut log);
    assert_eq!(log.take(), "finish dead Aborted");
}

#[test]
fn what_a_message_has_ended_is_not_aborted() {
    let (mut duck, mut log) = (Duck::new(), Log::default());
    duck.tick(&mut log);
    duck.send(&mut log, &FATAL);
    log.take();
    duck.abort(&mut log);
    assert_eq!(log.take(), "");
    assert!(!duck.is_running());
    duck.tick(&mut log);
    duck.send(&mut log, &FATAL);
    log.take();
    assert_eq!(duck.tick(&mut log), Status::Failure);
    assert_eq!(log.take(), "");
}

#[test]
fn a_cleanup_hears_messages_when_it_is_active() {
    bt! { Tidy(Log) on Shot = finally < target("child"), target("cleanup") > }
    let (mut tidy, mut log) = (Tidy::new(), Log::default());
    tidy.tick(&mut log);
    tidy.send(&mut log, &FATAL);
    assert_eq!(log.take(), "start child, receive child, finish child Failure", "the cleanup begins at its turn");
    assert_eq!(tidy.tick(&mut log), Status::Running);
    tidy.send(&mut log, &HIT);
    assert_eq!(log.take(), "start cleanup, receive cleanup, finish cleanup Success");
    assert_eq!(tidy.tick(&mut log), Status::Failure);
    tidy.tick(&mut log);
    tidy.send(&mut log, &HIT);
    log.take();
    tidy.abort(&mut log);
    assert_eq!(log.take(), "start cleanup, finish cleanup Aborted", "it has not begun before the abort");
}

#[test]
fn all_branches_hear_it_in_their_order() {
    bt! { Pond(Log) on Shot = parallel_all < target("a"), sequence < duck, target("b") >, deaf, target("c") > }
    let (mut pond, mut log) = (Pond::new(), Log::default());
    pond.tick(&mut log);
    log.take();
    pond.send(&mut log, &HIT);
    assert_eq!(
        log.take(),
        "receive a, finish a Success, receive alive, finish alive Success, receive c, finish c Success"
    );
    pond.tick(&mut log);
    assert_eq!(log.take(), "start dead");
    pond.send(&mut log, &HIT);
    assert_eq!(log.take(), "receive dead, finish dead Success");
    pond.tick(&mut log);
    assert_eq!(log.take(), "start b");
}

#[test]
fn a_reactive_node_reacts_in_its_own_order() {
    bt! { Calm(Log) on Shot = reactive_sequence < condition(|log| log.0.is_empty()), target("a") > }
    let (mut calm, mut log) = (Calm::new(), Log::default());
    calm.tick(&mut log);
    calm.send(&mut log, &HIT);
    assert_eq!(log.0.len(), 3);
    assert_eq!(calm.tick(&mut log), Status::Failure, "the condition is asked first");
    assert_eq!(log.take(), "start a, receive a, finish a Success", "and nothing is left to abort");
}

/// A leaf that is one of several.
#[derive(Behavior)]
#[behavior(context = Log, message = Shot)]
enum Either {
    Target(Target),
    Deaf(Deaf),
}

#[test]
fn an_enum_hands_messages_on() {
    bt! { Two(Log) on Shot = parallel_all < Either::Target(Target::new("a")), Either::Deaf > }
    let (mut two, mut log) = (Two::new(), Log::default());
    two.tick(&mut log);
    two.send(&mut log, &HIT);
    assert_eq!(log.take(), "start a, receive a, finish a Success");
}

/// The requirements of a generic tree for its context.
trait Loud {
    fn log(&mut self) -> &mut Log;
}

impl Loud for Log {
    fn log(&mut self) -> &mut Log {
        self
    }
}

/// A leaf for any context.
#[derive(Behavior, Default)]
#[behavior(context = impl Loud, message = Shot)]
struct Anywhere;

impl Anywhere {
    fn run(&self, _: &mut impl Loud) -> Status {
        Status::Running
    }

    fn receive(&self, loud: &mut impl Loud, _: &Shot) {
        loud.log().0.push("heard".to_owned());
    }
}

#[test]
fn a_generic_tree_takes_messages() {
    bt! { Generic(impl Loud) on Shot = inverter < anywhere > }
    let (mut tree, mut log) = (Generic::new(), Log::default());
    tree.tick(&mut log);
    tree.send(&mut log, &HIT);
    assert_eq!(log.take(), "heard");
    assert!(tree.is_running());
}

// Subtrees receive messages as if their text were written there.

bt! { Silent(Log) = sequence < target("first"), target("second") > }

#[test]
fn a_subtree_hears_though_its_header_says_nothing() {
    bt! { Middle(Log) = inverter < silent > }
    bt! { Outer(Log) on Shot = parallel_all < middle, duck, deaf > }
    let (mut outer, mut log) = (Outer::new(), Log::default());
    outer.tick(&mut log);
    log.take();
    outer.send(&mut log, &MISS);
    assert_eq!(log.take(), "receive first, receive alive");
    outer.send(&mut log, &HIT);
    assert_eq!(log.take(), "receive first, finish first Success, receive alive, finish alive Success");
    outer.send(&mut log, &HIT);
    assert_eq!(log.take(), "", "both have ended");
    let active: Vec<_> = outer.active().map(|node| node.name).collect();
    assert_eq!(
        active,
        ["parallel_all", "inverter", "sequence", "sequence", "deaf"],
        "but their parents have not reacted"
    );
    outer.tick(&mut log);
    assert_eq!(log.take(), "start second, start dead");
    outer.send(&mut log, &FATAL);
    outer.abort(&mut log);
    assert_eq!(log.take(), "receive second, finish second Failure, receive dead, finish dead Failure");
}

#[test]
fn a_subtree_that_names_its_messages_hears_through_one_that_does_not() {
    bt! { Middle(Log) = inverter < duck > }
    bt! { Outer(Log) on Shot = force_success < middle > }
    let (mut outer, mut log) = (Outer::new(), Log::default());
    outer.tick(&mut log);
    outer.send(&mut log, &HIT);
    assert_eq!(log.take(), "start alive, receive alive, finish alive Success");
}

/// An enum whose attribute names no messages.
#[derive(Behavior)]
#[behavior(context = Log)]
enum Any {
    Target(Target),
    Silent(Silent),
}

#[test]
fn an_enum_hears_though_its_attribute_says_nothing() {
    bt! { Outer(Log) on Shot = parallel_all < Any::Target(Target::new("a")), Any::Silent > }
    bt! { Through(Log) on Shot = inverter < outer > }
    bt! { Unsaid(Log) = sequence < Any::Target(Target::new("b")), deaf > }
    bt! { Above(Log) on Shot = inverter < unsaid > }
    let (mut tree, mut log) = (Through::new(), Log::default());
    tree.tick(&mut log);
    log.take();
    tree.send(&mut log, &HIT);
    assert_eq!(log.take(), "receive a, finish a Success, receive first, finish first Success");
    let mut tree = Above::new();
    tree.tick(&mut log);
    log.take();
    tree.send(&mut log, &HIT);
    assert_eq!(log.take(), "receive b, finish b Success");
    assert_eq!(tree.tick(&mut log), Status::Running);
    tree.send(&mut log, &HIT);
    assert_eq!(log.take(), "");
}

#[test]
fn a_generic_subtree_hears() {
    bt! { Inner(impl Loud) = inverter < anywhere > }
    bt! { Outer(Log) on Shot = inverter < inner > }
    let (mut tree, mut log) = (Outer::new(), Log::default());
    tree.tick(&mut log);
    tree.send(&mut log, &HIT);
    assert_eq!(log.take(), "heard");
}

/// A message that borrows.
struct Hit<'a> {
    by: &'a str,
}

#[derive(Behavior, Default)]
#[behavior(context = Log, message = Hit<'_>)]
struct Victim;

impl Victim {
    fn run(&self, _: &mut Log) -> Status {
        Status::Running
    }

    fn receive(&self, log: &mut Log, hit: &Hit<'_>) -> Status {
        log.0.push(hit.by.to_owned());
        Status::Success
    }
}

#[derive(Behavior)]
#[behavior(context = Log, message = Hit<'_>)]
enum Victims {
    One(Victim),
    Other(Deaf),
}

#[test]
fn messages_may_borrow() {
    bt! { Inner(Log) on Hit<'_> = inverter < victim > }
    bt! { Outer(Log) on Hit<'_> = parallel_all < victim, inner, Victims::One, Victims::Other, deaf > }
    let (mut outer, mut log) = (Outer::new(), Log::default());
    outer.tick(&mut log);
    let name = String::from("a wolf");
    outer.send(&mut log, &Hit { by: &name });
    assert_eq!(log.take(), "a wolf, a wolf, a wolf");
}

#[test]
fn a_tree_without_messages_is_no_larger_for_them() {
    bt! { Plain(Log) = sequence < deaf, deaf > }
    assert_eq!(size_of::<Plain>(), 1);
}
