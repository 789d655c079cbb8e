//! The remaining time of a tick, and how it passes from node to node.

use std::time::Duration;

use bt::{Behavior, Decorator, Span, Status, TreeFor, bt};

use super::{Log, millis};

/// Takes a time, over as many ticks as it needs.
#[derive(Behavior, Clone)]
#[behavior(context = Log)]
struct Move {
    name: &'static str,
    left: Duration,
}

impl Move {
    fn new(name: &'static str, time: u64) -> Self {
        Move { name, left: millis(time) }
    }

    fn run(&mut self, log: &mut Log, span: &mut Span) -> Status {
        log.push((self.name, span.left()));
        if span.spend(self.left) {
            return Status::Success;
        }
        self.left -= span.left();
        Status::Running
    }
}

/// Records the remaining time.
#[derive(Behavior)]
#[behavior(context = Log)]
struct Note {
    name: &'static str,
}

impl Note {
    fn new(name: &'static str) -> Self {
        Note { name }
    }

    fn run(&self, log: &mut Log, span: &mut Span) {
        log.push((self.name, span.left()));
    }
}

/// Spends some of the time, and is still running.
#[derive(Behavior, Default)]
#[behavior(context = Log)]
struct Dawdle;

impl Dawdle {
    fn run(&self, _: &mut Log, span: &mut Span) -> Status {
        span.spend(0.1);
        Status::Running
    }
}

#[test]
fn a_span_tells_what_is_left_and_is_spent() {
    let mut span = Span::of(0.5);
    assert_eq!((span.left(), span.seconds()), (millis(500), 0.5));
    assert!(!span.spend(millis(501)));
    assert_eq!(span.left(), millis(500), "nothing is taken if there is not enough");
    assert!(span.spend(0.25f32));
    assert_eq!(span.left(), millis(250));
    assert!(span.spend(millis(250)), "all of it may be spent");
    assert_eq!((span.left(), span.seconds()), (Duration::ZERO, 0.0));
    assert!(!span.spend(Duration::from_nanos(1)));
    assert!(span.spend(0.0));
}

#[test]
fn what_a_leaf_leaves_passes_to_the_next() {
    bt! { Way(Log) = sequence < move("A", 300), move("B", 400), wait(0.1), note("end") > }
    let (mut way, mut log) = (Way::new(), Log::new());
    assert_eq!(way.tick_for(1.0, &mut log), Status::Success);
    assert_eq!(log, [("A", millis(1000)), ("B", millis(700)), ("end", millis(200))]);
    log.clear();
    for _ in 0..3 {
        assert_eq!(way.tick_for(0.25, &mut log), Status::Running);
    }
    assert_eq!(way.tick_for(0.25, &mut log), Status::Success);
    let expected = [("A", 250), ("A", 250), ("B", 200), ("B", 250), ("end", 200)];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
}

#[test]
fn a_tick_of_no_time_is_an_instant() {
    bt! { Notes(Log) = sequence < note("A"), move("B", 0), move("C", 1) > }
    let (mut notes, mut log) = (Notes::new(), Log::new());
    assert_eq!(notes.tick_for(0.0, &mut log), Status::Running);
    assert_eq!(log, [("A", Duration::ZERO), ("B", Duration::ZERO), ("C", Duration::ZERO)]);
}

#[test]
fn inner_nodes_share_the_span_out() {
    bt! {
        Parts(Log) = sequence <
            timeout(0.5) < note("cut") >,
            parallel < move("A", 300), move("B", 500), note("whole") >,
            selector < timeout(0.1) < move("C", 200) >, note("after C") >,
            repeat(2) < move("D", 50) >,
            note("end"),
        >
    }
    let (mut parts, mut log) = (Parts::new(), Log::new());
    assert_eq!(parts.tick_for(1.0, &mut log), Status::Success);
    let expected = [
        ("cut", 500),
        ("A", 1000),
        ("B", 1000),
        ("whole", 1000),
        ("C", 100),
        ("after C", 400),
        ("D", 400),
        ("D", 350),
        ("end", 300),
    ];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
}

/// Treats running as success.
#[derive(Default)]
struct Impatient;

impl<C> Decorator<C> for Impatient {
    fn after(&mut self, _: &mut C, _: Status) -> Status {
        Status::Success
    }
}

#[test]
fn a_leaf_that_is_running_has_used_all() {
    bt! { Dawdler(Log) = dawdle }
    bt! { Tree(Log) = sequence < impatient < dawdle >, note("1"), wait(0.5), impatient < dawdler >, note("2") > }
    let (mut tree, mut log) = (Tree::new(), Log::new());
    assert_eq!(tree.tick_for(1.0, &mut log), Status::Running);
    assert_eq!(tree.tick_for(1.0, &mut log), Status::Success);
    assert_eq!(log, [("1", Duration::ZERO), ("2", Duration::ZERO)]);
    bt! { Late(Log) = sequence < force_success < timeout(0.3) < dawdle > >, note("3") > }
    bt! { Never(Log) = sequence < parallel(success = 1) < dawdle, move("4", 400) >, note("5") > }
    log.clear();
    assert_eq!(Late::new().tick_for(1.0, &mut log), Status::Success);
    assert_eq!(Never::new().tick_for(1.0, &mut log), Status::Success);
    assert_eq!(log, [("3", millis(700)), ("4", millis(1000)), ("5", millis(600))]);
}

/// Either.
#[derive(Behavior)]
#[behavior(context = Log)]
enum Act {
    Move(Move),
    Note(Note),
    Rest(Rest),
}

bt! { Rest(Log) = sequence < wait(0.1), move("in a tree", 100) > }

#[test]
fn an_enum_hands_the_span_on() {
    bt! {
        Acts(Log) = sequence <
            Act::Move(Move::new("A", 300)),
            Act::Note(Note::new("B")),
            Act::Rest(Rest::new()),
            note("end"),
        >
    }
    let mut log = Log::new();
    assert_eq!(Acts::new().tick_for(1.0, &mut log), Status::Success);
    let expected = [("A", 1000), ("B", 700), ("in a tree", 600), ("end", 500)];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
}

#[test]
fn run_is_run_for_in_an_instant() {
    let (mut log, mut act) = (Log::new(), Act::Move(Move::new("A", 10)));
    let _ = Behavior::run(&mut act, &mut log);
    let _ = act.run_for(&mut log, &mut Span::of(0.02));
    let mut note = Note::new("B");
    Behavior::run(&mut note, &mut log);
    let _ = note.run_for(&mut log, &mut Span::of(0.03));
    assert_eq!(log, [("A", 0), ("A", 20), ("B", 0), ("B", 30)].map(|(name, left)| (name, millis(left))));
}

#[test]
fn an_action_can_take_the_time_that_is_left() {
    bt! {
        Acts(Log) { seconds: f64 } = sequence <
            action(|log, span| {
                log.push(("A", span.left()));
                span.spend(seconds)
            }),
            action(|log: &mut Log, span: &mut Span| -> Status {
                log.push(("B", span.left()));
                if log.len() > 2 { Status::Success } else { Status::Running }
            }),
            note("end"),
        >
    }
    let (mut acts, mut log) = (Acts::new(0.25), Log::new());
    assert_eq!(acts.tick_for(0.125, &mut log), Status::Failure, "it could not spend enough");
    log.clear();
    assert_eq!(acts.tick_for(1.0, &mut log), Status::Running);
    assert_eq!(acts.tick_for(0.5, &mut log), Status::Success);
    let expected = [("A", 1000), ("B", 750), ("B", 500), ("end", 500)];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
}

#[test]
fn a_span_in_place_of_a_time_has_what_the_root_left() {
    bt! {
        Way(Log) -> Result<u32> = sequence <
            move("A", 300),
            action(|log| if log.len() > 4 { Err(7u32) } else { Ok(()) }),
        >
    }
    let (mut way, mut log) = (Way::new(), Log::new());
    let mut tick = |mut span: Span| (way.tick_for(&mut span, &mut log), span.left());
    assert_eq!(tick(Span::of(1.0)), (Ok(Status::Success), millis(700)));
    assert_eq!(tick(Span::of(0.2)), (Ok(Status::Running), millis(0)), "it has used all");
    assert_eq!(tick(Span::of(0.2)), (Ok(Status::Success), millis(100)));
    assert_eq!(tick(Span::of(0.2)), (Ok(Status::Running), millis(0)));
    assert_eq!(tick(Span::of(0.2)), (Err(7), millis(100)));
}

/// Ticks a tree.
struct Forwards<T>(T);

impl<T: TreeFor<Log, Answer = Status>> Behavior<Log> for Forwards<T> {
    type Answer = Status;
    const TAKES_TIME: bool = true;

    fn run(&mut self, log: &mut Log) -> Status {
        self.0.tick_for(0.0, log)
    }

    fn run_for(&mut self, log: &mut Log, span: &mut Span) -> Status {
        self.0.tick_for(span, log)
    }

    fn finish(&mut self, log: &mut Log, outcome: bt::Outcome) {
        if outcome == bt::Outcome::Aborted {
            self.0.abort(log);
        }
    }
}

impl Default for Forwards<Rest> {
    fn default() -> Self {
        Forwards(Rest::new())
    }
}

#[test]
fn time_passes_in_a_tree_behind_a_leaf_by_hand() {
    bt! { Resting(Log) = sequence < note("begin"), forwards::<Rest>, note("end") > }
    let (mut resting, mut log) = (Resting::new(), Log::new());
    assert_eq!(resting.tick_for(0.05, &mut log), Status::Running);
    assert_eq!(resting.tick_for(0.25, &mut log), Status::Success);
    let expected = [("begin", 50), ("in a tree", 200), ("end", 100)];
    assert_eq!(log, expected.map(|(name, left)| (name, millis(left))));
    const { assert!(<Resting as Behavior<Log>>::TAKES_TIME && !<Nothing as Behavior<Log>>::TAKES_TIME) }
}

bt! { Nothing(Log) = succeed }

/// Puts time back into its span.
#[derive(Behavior, Default)]
#[behavior(context = Log)]
struct Refill;

impl Refill {
    fn run(&self, log: &mut Log, span: &mut Span) {
        log.push(("refill", span.left()));
        span.spend(0.125);
        *span = Span::of(span.seconds() + 1.0);
    }
}

#[test]
fn a_leaf_cannot_put_time_back() {
    bt! {
        Refills(Log) = sequence <
            refill,
            action(|_, span| *span = Span::of(2.0)),
            cooldown(1.0) < refill >,
            forever < sequence < refill, refill > >,
        >
    }
    let (mut refills, mut log) = (Refills::new(), Log::new());
    assert_eq!(refills.tick_for(0.5, &mut log), Status::Running);
    assert_eq!(log, [("refill", millis(500)); 4]);
}
