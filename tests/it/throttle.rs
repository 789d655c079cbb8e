//! `throttle`: the child starts at once the first time, and then no sooner than a time after its last success.

use bt::{Behavior, Status, bt};

use crate::bench::{Bench, Scripted};

/// Counts how often it has run.
#[derive(Behavior, Default)]
#[behavior(context = u32)]
struct Count;

impl Count {
    fn run(&self, count: &mut u32) {
        *count += 1;
    }
}

#[test]
fn it_is_exact_at_every_frame_rate() {
    bt! { Looped(u32) = forever < throttle(0.5) < count > > }
    for ticks in [40, 100, 1000] {
        let (mut tree, mut count) = (Looped::new(), 0);
        for _ in 0..ticks {
            assert_eq!(tree.tick_for(10.0 / f64::from(ticks), &mut count), Status::Running);
        }
        assert_eq!(count, 21, "in {ticks} ticks");
    }
}

#[test]
fn it_keeps_its_moment_below_the_main_child_of_a_simple_parallel() {
    bt! { Main(u32) = forever < simple_parallel < throttle(1.0) < count >, running > > }
    let (mut tree, mut count) = (Main::new(), 0);
    for _ in 0..100 {
        tree.tick_for(0.1, &mut count);
    }
    assert_eq!(count, 11, "that node starts its main child once");
    bt! { Background(u32) = repeat(3) < simple_parallel < wait(0.3), throttle(1.0) < count > > > }
    let (mut tree, mut count) = (Background::new(), 0);
    tree.tick_for(10.0, &mut count);
    assert_eq!(count, 3, "it starts its background again");
}

#[test]
fn it_starts_at_the_very_end_of_a_span_too() {
    bt! { Looped(Bench) = forever < throttle(0.5) < scripted("A") > > }
    let (mut tree, mut bench) = (Looped::new(), Bench::new("A=S"));
    tree.tick_for(0.0, &mut bench);
    assert_eq!(bench.take(), "start A, finish A Success");
    tree.tick_for(0.25, &mut bench);
    assert_eq!(bench.take(), "");
    tree.tick_for(0.25, &mut bench);
    assert_eq!(bench.take(), "start A, finish A Success");
}

#[test]
fn a_failure_before_any_success_is_tried_again_at_once() {
    bt! { Looped(Bench) = forever < force_success < throttle(0.5) < scripted("A") > > > }
    let (mut tree, mut bench) = (Looped::new(), Bench::new("A=FSFS"));
    tree.tick_for(0.1, &mut bench);
    assert_eq!(bench.take(), "start A, finish A Failure");
    tree.tick_for(0.1, &mut bench);
    assert_eq!(bench.take(), "start A, finish A Success");
    tree.tick_for(0.6, &mut bench);
    assert_eq!(bench.take(), "start A, finish A Failure, start A, finish A Success");
}

#[test]
fn its_time_counts_as_long_as_the_nearest_loop_is_active() {
    bt! {
        Nested(Bench) = forever < sequence <
            force_success < repeat_until_failure < sequence < throttle(5.0) < scripted("A") >, scripted("B") > > >,
            wait(0.1),
        > >
    }
    let (mut tree, mut bench) = (Nested::new(), Bench::new("A=S B=F"));
    tree.tick_for(0.15, &mut bench);
    let pass = "start A, finish A Success, start B, finish B Failure";
    assert_eq!(bench.take(), format!("{pass}, {pass}"));
}

#[test]
fn it_crosses_the_borders_of_subtrees() {
    bt! { Sub(Bench) = sequence < throttle(1.0) < scripted("A") >, scripted("B") > }
    bt! { Inner(Bench) = force_success < sub > }
    bt! { Outer(Bench) = repeat(2) < inner > }
    let (mut tree, mut bench) = (Outer::new(), Bench::new("A=S B=S"));
    let pass = "start A, finish A Success, start B, finish B Success";
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Running);
    assert_eq!(bench.take(), pass);
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Success);
    assert_eq!(bench.take(), pass);
    // The loop restarts, and so does the time.
    assert_eq!(tree.tick_for(0.1, &mut bench), Status::Running);
    assert_eq!(bench.take(), pass);
    // As a separate tree it restarts each time.
    let mut tree = Inner::new();
    tree.tick_for(0.1, &mut bench);
    tree.tick_for(0.1, &mut bench);
    assert_eq!(bench.take(), format!("{pass}, {pass}"));
}

#[test]
fn an_abort_of_the_whole_tree_ends_its_time() {
    bt! { Alone(Bench) = sequence < throttle(1.0) < scripted("A") >, scripted("B") > }
    let (mut tree, mut bench) = (Alone::new(), Bench::new("A=S B=R"));
    tree.tick_for(0.1, &mut bench);
    tree.abort(&mut bench);
    tree.tick_for(0.1, &mut bench);
    let begins = "start A, finish A Success, start B";
    assert_eq!(bench.take(), format!("{begins}, finish B Aborted, {begins}"));
}
