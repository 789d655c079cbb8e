//! What nodes can return: declarations of leaves, and apparent mistakes that are intended.

use std::mem::size_of;
use std::panic::catch_unwind;

use bt::{Behavior, Status, bt};

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
