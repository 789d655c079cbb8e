//! What nodes can return: declarations of leaves, and apparent mistakes that are intended.

use std::mem::size_of;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::observe::{Mock, TreeObserver};
use bt::{Behavior, Can, Receive, Status, bt};

use crate::bench::{Bench, Scripted};

/// A leaf that declares more than its return type.
#[derive(Behavior)]
#[behavior(context = Status, returns(success, failure))]
struct Quick;

impl Quick {
    fn new() -> Self {
        Quick
    }

    fn run(&mut self, answer: &mut Status) -> Status {
        *answer
    }
}

bt! { OfQuick(Status) = sequence < quick(), quick() > }

#[test]
fn what_a_leaf_declares_is_known_at_compile_time() {
    const {
        let can = <Quick as Behavior<Status>>::CAN;
        assert!(can.succeed && can.fail && !can.run);
        assert!(!<OfQuick as Behavior<Status>>::CAN.run);
    }
    bt! { Outer(Status) = sequence < of_quick, quick() > }
    assert_eq!(size_of::<Outer>(), 0);
    assert_eq!(Outer::new().tick(&mut Status::Success), Status::Success);
    assert_eq!(Outer::new().tick(&mut Status::Failure), Status::Failure);
}

#[test]
fn a_leaf_that_does_not_do_as_it_declares_panics() {
    let panic = catch_unwind(|| OfQuick::new().tick(&mut Status::Running)).expect_err("it is not declared");
    let message = panic.downcast_ref::<String>().expect("it is formatted");
    assert!(message.contains("Quick` returned `Running`, which its `returns(...)` leaves out"), "{message}");
}

/// By hand: it declares what it does not do.
#[derive(Default)]
struct Promises;

impl Behavior<Status> for Promises {
    type Answer = Result<Status, u8>;
    const CAN: Can = Can { fail: false, ..Can::ANYTHING };

    fn run(&mut self, answer: &mut Status) -> Result<Status, u8> {
        Ok(*answer)
    }
}

impl Receive<Status, Status> for Promises {
    fn receive(&mut self, _: &mut Status, told: &Status) -> Status {
        *told
    }
}

struct Watching;

impl TreeObserver for Watching {}

bt! { OfPromises(Status) on Status -> Result<u8> = sequence < first: promises, promises > }
bt! { Hidden(Status) -> Result<u8> = forever < of_promises > }

#[test]
fn a_leaf_by_hand_that_does_not_do_as_it_declares_panics() {
    let message = |tick: &dyn Fn()| {
        let panic = catch_unwind(AssertUnwindSafe(tick)).expect_err("it is not declared");
        panic.downcast_ref::<String>().expect("it is formatted").clone()
    };
    let expected =
        |hook: &str| format!("the `{hook}` of `it::results::Promises` returned `Failure`, which its `CAN` leaves out");
    assert_eq!(OfPromises::new().tick(&mut Status::Success), Ok(Status::Success));
    assert_eq!(message(&|| _ = OfPromises::new().tick(&mut Status::Failure)), expected("run"));
    assert_eq!(message(&|| _ = Hidden::new().tick_with(&mut Status::Failure, &mut Watching)), expected("run"));
    let send = |told| {
        let mut tree = OfPromises::new();
        assert_eq!(tree.tick(&mut Status::Running), Ok(Status::Running));
        tree.send(&mut Status::Running, &told);
        tree.tick(&mut Status::Success)
    };
    assert_eq!((send(Status::Running), send(Status::Success)), (Ok(Status::Success), Ok(Status::Success)));
    assert_eq!(message(&|| _ = send(Status::Failure)), expected("receive"));
    // The answer of a mock need not be one that the leaf has declared.
    let mut mock = Mock::new("first", [Status::Failure]);
    assert_eq!(OfPromises::new().tick_with(&mut Status::Success, &mut mock), Ok(Status::Failure));
}

bt! {
    Off(Bench) = selector <
        force_failure < scripted("A") >,
        sequence < unchecked < succeed >, scripted("B") >,
    >
}
bt! {
    Kept(Bench) = sequence <
        scripted("A"),
        selector < succeed, unchecked < scripted("B") > >,
        scripted("C"),
    >
}
bt! { Endless(Bench) = unchecked < retry(2) < sequence < scripted("A"), fail > > > }
bt! {
    Forced(Bench) = sequence <
        reactive_sequence < scripted("A"), force_failure < scripted("B") >, scripted("C") >,
        scripted("D"),
    >
}

bt! { Shut(Bench) = selector < succeed, unchecked < condition(|bench| !bench.flag) > > }

#[test]
fn what_is_meant_is_accepted_and_changes_nothing() {
    let mut bench = Bench::new("A=S B=RS C=S D=S");
    assert_eq!(Off::new().tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, finish A Success, start B");
    assert_eq!(Kept::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success, start C, finish C Success");
    for flag in [false, true] {
        assert_eq!(Shut::new().tick(&mut Bench { flag, ..Bench::default() }), Status::Success);
    }
    assert_eq!(Endless::new().tick(&mut bench), Status::Failure);
    assert_eq!(Forced::new().tick(&mut Bench::new("A=S B=S")), Status::Failure);
}
