//! Errors that are lost, leaves that ask for too much time, and the text of reasons.

use std::fmt::Debug;
use std::time::Duration;

use bt::observe::Why;
use bt::{NodeEvent, Span, Status, TreeObserver, bt, leaf};

use super::{Den, Journal, Wolf};

#[derive(Debug)]
struct Stuck(u32);

/// An error without `Debug`.
struct Mute;

impl From<Stuck> for Mute {
    fn from(Stuck(by): Stuck) -> Self {
        assert!(by > 2, "only what is in the outer tree is converted here");
        Mute
    }
}

#[leaf]
fn tidy(den: &mut Den, by: u32) -> Result<Status, Stuck> {
    if den.flag { Err(Stuck(by)) } else { Ok(Status::Success) }
}

#[test]
fn an_error_in_a_cleanup_that_an_abort_runs_is_reported_with_its_text() {
    bt! {
        Tidies(Den) -> Result<Stuck> = outer: finally <
            inner: finally < running, sequence < succeed, tidy(1) > >,
            tidy(2),
        >
    }
    let (mut tree, mut den, mut journal) = (Tidies::new(), Den::new(0), Journal::default());
    let aborted = |tree: &mut Tidies, den: &mut Den, journal: &mut Journal| {
        assert!(tree.tick(den).is_ok());
        tree.abort_with(den, journal);
        journal.take()
    };
    let quiet = aborted(&mut tree, &mut den, &mut journal);
    assert!(!quiet.contains('?'), "{quiet}");
    den.flag = true;
    assert_eq!(
        aborted(&mut tree, &mut den, &mut journal),
        "-running A +sequence +succeed -succeed S +tidy -tidy A -sequence A inner?lost Stuck(1) -inner A \
         +tidy -tidy A outer?lost Stuck(2) -outer A",
    );
    // In a subtree, and lost by another error.
    bt! { Both(Den) -> Result<Mute> = parallel < top: tidies, last: finally < tidy(3), tidy(4) > > }
    let (mut both, mut journal) = (Both::new(), Journal::default());
    assert!(both.tick_with(&mut den, &mut journal).is_err());
    let told = journal.take();
    let lost: Vec<_> = told.split(' ').filter(|event| event.contains('?')).collect();
    assert_eq!(lost, ["last?lost", "inner?lost", "top?lost"], "{told}");
    assert!(told.contains("last?lost an error -last A") && told.contains("top?lost Stuck(2) -top A"), "{told}");
}

#[test]
fn an_error_that_a_tick_returns_is_not_lost() {
    bt! { Once(Den) -> Result<Stuck> = finally < succeed, tidy(1) > }
    let (mut tree, mut den) = (Once::new(), Den::new(0));
    den.flag = true;
    assert_eq!(told!(tree, den), "+finally +succeed -succeed S +tidy -tidy A -finally A");
}

#[test]
fn a_reference_to_an_observer_and_an_option_of_one_receive_events() {
    let mut tree = bt!((Den) = condition(|den| den.flag));
    let (mut den, mut journal) = (Den::new(2), Journal::default());
    tree.tick_with(&mut den, &mut Some(&mut journal));
    let unknown: &mut dyn TreeObserver = &mut journal;
    tree.tick_with(&mut den, unknown);
    assert_eq!(journal.take(), "+condition condition?false -condition F +condition condition?false -condition F");
}

/// Records only the times that leaves could not spend.
#[derive(Default)]
struct Short(Vec<String>);

impl TreeObserver for Short {
    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        if let Why::TooShort { .. } = why {
            self.0.push(format!("{}: {why}", event.node().title()));
        }
    }
}

/// A leaf that always spends the same, and so never ends if ticks are shorter.
#[leaf]
fn step(_: &mut f64, span: &mut Span) -> Status {
    if span.spend(0.25) { Status::Success } else { Status::Running }
}

/// A leaf that spends what it can.
#[leaf]
fn beat(beats: &mut f64, span: &mut Span) -> Status {
    while span.spend(0.25) {
        *beats += 1.0;
    }
    Status::Running
}

/// A leaf that remembers how far it is.
#[leaf]
fn walk(way: &mut f64, span: &mut Span) -> Status {
    if span.spend(*way) {
        return Status::Success;
    }
    *way -= span.seconds();
    Status::Running
}

#[test]
fn a_leaf_that_asks_for_more_than_it_is_given_says_so_in_debug_builds() {
    let told = |lines: &[&str]| -> Vec<String> {
        lines.iter().filter(|_| cfg!(debug_assertions)).map(|line| (*line).to_owned()).collect()
    };
    let mut short = Short::default();
    let mut stuck = bt!((f64) = sequence < wait(0.0625), step >);
    for _ in 0..2 {
        assert!(stuck.tick_for_with(0.125, &mut 0.0, &mut short).is_running());
    }
    assert_eq!(short.0, told(&["step: asks for 250ms, has 62.5ms", "step: asks for 250ms, has 125ms"]));
    short.0.clear();
    assert!(stuck.tick_for_with(0.25, &mut 0.0, &mut short).is_success());
    assert!(bt!((f64) = beat).tick_for_with(0.625, &mut 0.0, &mut short).is_running());
    assert_eq!(short.0, told(&[]), "it has ended, or has spent something");
    let (mut walker, mut way) = (bt!((f64) = walk), 0.3125);
    while walker.tick_for_with(0.125, &mut way, &mut short).is_running() {}
    assert_eq!(short.0, told(&["walk: asks for 312.5ms, has 125ms", "walk: asks for 187.5ms, has 125ms"]));
}

/// Checks both texts of a reason.
fn shown(why: Why<'_>, debug: &str, text: &str) {
    fn is_debug<T: Debug>(_: &T) {}
    is_debug(&why);
    assert_eq!((format!("{why:?}").as_str(), why.to_string().as_str()), (debug, text));
}

#[test]
fn reasons_can_be_read() {
    shown(Why::Condition(false), "Condition(false)", "false");
    shown(Why::Draw { child: None }, "Draw { child: None }", "no child");
    shown(Why::Key { value: Some(&3), changed: true }, "Key { value: Some(3), changed: true }", "3, changed");
    shown(
        Why::Bound { name: "prey", value: Some(&Wolf(3)) },
        "Bound { name: \"prey\", value: Some(Wolf(3)) }",
        "prey = Wolf(3)",
    );
    shown(Why::Lost(Some(&Stuck(3))), "Lost(Some(Stuck(3)))", "lost Stuck(3)");
    shown(Why::Lost(None), "Lost(None)", "lost an error");
    let short = Why::TooShort { asked: Duration::from_millis(200), given: Duration::from_millis(100) };
    shown(short, "TooShort { asked: 200ms, given: 100ms }", "asks for 200ms, has 100ms");
}
