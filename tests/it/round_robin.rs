//! `round_robin`: starts after the child that ended it last time.

use bt::{Status, bt};

use crate::bench::{Bench, Scripted};

bt! { Three(Bench) = round_robin < scripted("A"), scripted("B"), scripted("C") > }

#[test]
fn it_starts_with_the_child_after_the_one_that_it_last_ended_with() {
    let (mut tree, mut bench) = (Three::new(), Bench::new("A=S B=S C=S"));
    for name in ["A", "B", "C", "A"] {
        assert_eq!(tree.tick(&mut bench), Status::Success);
        assert_eq!(bench.take(), format!("start {name}, finish {name} Success"));
    }
}

#[test]
fn it_goes_round_until_one_succeeds() {
    let (mut tree, mut bench) = (Three::new(), Bench::new("A=SF B=F C=FS"));
    tree.tick(&mut bench);
    bench.take();
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "start B, finish B Failure, start C, finish C Failure, start A, finish A Failure");
    // It starts after the last child tried, which is `A`.
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start B, finish B Failure, start C, finish C Success");
}

#[test]
fn an_abort_leaves_its_place_as_it_is_and_reset_clears_it() {
    let (mut tree, mut bench) = (Three::new(), Bench::new("A=S B=F C=R"));
    tree.tick(&mut bench);
    assert_eq!(tree.tick(&mut bench), Status::Running);
    tree.abort(&mut bench);
    bench.take();
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start B, finish B Failure, start C");
    tree.reset();
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Success");
}

#[test]
fn each_in_a_subtree_has_its_own_place() {
    bt! { Two(Bench) = sequence < first: three, second: three > }
    let (mut tree, mut bench) = (Two::new(), Bench::new("A=S B=S C=S"));
    tree.tick(&mut bench);
    tree.tick(&mut bench);
    let pair = |name: &str| format!("start {name}, finish {name} Success, start {name}, finish {name} Success");
    assert_eq!(bench.take(), format!("{}, {}", pair("A"), pair("B")));
}

bt! {
    Guards(u32) = round_robin <
        guard(|n| *n < 9) < wait(0.1) >,
        reactive_sequence < condition(|_| false), running >,
        forever < wait(1.0) >,
    >
}

#[test]
fn a_child_may_have_code_of_its_own_for_every_tick() {
    let (mut tree, mut number) = (Guards::new(), 0);
    assert_eq!(tree.tick_for(0.05, &mut number), Status::Running);
    assert_eq!(tree.tick_for(0.05, &mut number), Status::Success);
    // The second one fails, the third one runs.
    assert_eq!(tree.tick_for(0.05, &mut number), Status::Running);
    let active: Vec<&str> = tree.active().map(|node| node.title()).collect();
    assert_eq!(active, ["round_robin", "forever", "wait"]);
}
