//! `cooldown` and `every`, to the nanosecond.

use std::time::Duration;

use bt::{Status, bt};

use crate::bench::{Bench, Scripted};

const SECOND: Duration = Duration::from_secs(1);

bt! { Rested(Bench) = cooldown(1.0) < scripted("A") > }
bt! { Resting(Bench) = sequence < succeed, rested > }

#[test]
fn a_cooldown_counts_from_the_end() {
    let (mut tree, mut bench) = (Rested::new(), Bench::new("A=RS"));
    assert_eq!(tree.tick_for(5.0, &mut bench), Status::Running);
    assert_eq!(tree.tick_for(0.0, &mut bench), Status::Success);
    bench.take();
    for (dt, status) in [(0.4, Status::Failure), (0.6, Status::Failure), (0.0, Status::Success)] {
        assert_eq!(tree.tick_for(dt, &mut bench), status);
    }
    assert_eq!(bench.take(), "start A, finish A Success");
}

#[test]
fn a_cooldown_counts_from_an_abort_and_outlives_its_tree() {
    let (mut tree, mut bench) = (Resting::new(), Bench::new("A=R"));
    tree.tick_for(2.0, &mut bench);
    tree.abort(&mut bench);
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Failure);
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Failure);
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Running);
    tree.reset();
    assert_eq!(tree.tick_for(0.0, &mut bench), Status::Running);
}

#[test]
fn a_cooldown_counts_from_the_very_moment_at_which_its_child_is_given_up() {
    bt! {
        Cut(Bench) = sequence <
            delay(0.25) < force_success < timeout(0.5) < cooldown(1.0) < running > > > >,
            wait(0.0),
        >
    }
    // It begins at 0.25 s and is aborted at 0.75 s; the rest of the span is lost.
    let (mut tree, mut bench) = (Cut::new(), Bench::default());
    assert_eq!(tree.tick_for(1.0, &mut bench), Status::Success);
    // The next try is at 1.25 s, too early; the one after it at 1.75 s, just in time.
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Success);
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Running);
    bt! { Raced(Bench) = race < cooldown(1.0) < running >, wait(0.5) > }
    let (mut tree, mut bench) = (Raced::new(), Bench::default());
    assert_eq!(tree.tick_for(2.0, &mut bench), Status::Success);
    assert_eq!(tree.tick_for(0.4, &mut bench), Status::Running, "2.0 s is later than 0.5 s and 1.0 s");
}

#[test]
fn each_cooldown_has_its_own_time() {
    bt! {
        Both(Bench) = sequence < force_success < cooldown(1.0) < scripted("A") > >, cooldown(0.2) < scripted("B") > >
    }
    let (mut tree, mut bench) = (Both::new(), Bench::new("A=S B=S"));
    tree.tick_for(0.2, &mut bench);
    bench.take();
    tree.tick_for(0.8, &mut bench);
    assert_eq!(bench.take(), "start B, finish B Success");
    tree.tick_for(0.0, &mut bench);
    assert_eq!(bench.take(), "start A, finish A Success, start B, finish B Success");
}

bt! { Watched(Bench) = every(0.25, |bench| bench.number += 1) < scripted("A") > }

#[test]
fn every_is_exact_at_every_frame_rate() {
    for hertz in [1, 3, 7, 60, 1000] {
        let (mut tree, mut bench) = (Watched::new(), Bench::new("A=R"));
        for _ in 0..10 * hertz {
            tree.tick_for(SECOND / hertz, &mut bench);
        }
        // A third of a second is rounded down, so that the last call has not come yet.
        let passed = (SECOND / hertz * 10 * hertz).as_nanos();
        assert_eq!(u128::from(bench.number), passed / 250_000_000, "{hertz} Hz");
    }
}

#[test]
fn every_ends_with_its_child() {
    bt! { Waits(Bench) = every(0.25, |bench| bench.number += 1) < wait(1.0) > }
    let (mut tree, mut bench) = (Waits::new(), Bench::default());
    assert_eq!(tree.tick_for(0.6, &mut bench), Status::Running);
    assert_eq!(bench.number, 2);
    assert_eq!(tree.tick_for(5.0, &mut bench), Status::Success);
    assert_eq!(bench.number, 3, "at its end it is not active");
    let mut tree = Waits::new();
    tree.tick_for(0.3, &mut bench);
    tree.abort(&mut bench);
    tree.tick_for(0.2, &mut bench);
    assert_eq!(bench.number, 4, "each activation counts from zero");
}

#[test]
fn every_with_no_time_is_once_a_tick() {
    bt! { Always(Bench) = every(0.0, |bench| bench.number += 1) < wait(1.0) > }
    let (mut tree, mut bench) = (Always::new(), Bench::default());
    for _ in 0..3 {
        tree.tick_for(0.25, &mut bench);
    }
    assert_eq!(bench.number, 3);
    tree.tick_for(0.25, &mut bench);
    assert_eq!(bench.number, 3);
}

#[test]
fn a_clock_at_its_end_goes_on() {
    bt! { Deep(Bench) = selector < rested, run_once < running > > }
    bt! { Two(Bench) = selector < cooldown(3.0) < scripted("B") >, inverter < deep >, running > }
    let (mut tree, mut bench) = (Two::new(), Bench::new("A=S B=S"));
    let ran = |tree: &mut Two, bench: &mut Bench, time: Duration| {
        let _ = tree.tick_for(time, bench);
        let ran = bench.take();
        tree.abort(bench);
        ran
    };
    for round in 0..5 {
        ran(&mut tree, &mut bench, Duration::MAX);
        // After the longest tick, the cooldown of an earlier stop is over. The child then stops at the beginning of
        // the tick.
        assert_eq!(ran(&mut tree, &mut bench, Duration::MAX), "start B, finish B Success", "{round}");
        assert_eq!(ran(&mut tree, &mut bench, SECOND / 2), "start B, finish B Success", "{round}");
        // From here on half a second has passed since then.
        assert_eq!(ran(&mut tree, &mut bench, SECOND / 2), "start A, finish A Success", "{round}");
        assert_eq!(ran(&mut tree, &mut bench, SECOND / 2), "", "{round}: A is resting");
        assert_eq!(ran(&mut tree, &mut bench, SECOND / 2), "start A, finish A Success", "{round}: 1.0 s have passed");
        assert_eq!(ran(&mut tree, &mut bench, SECOND), "", "{round}: 2.0 s for B, and 0.5 s for A");
        assert_eq!(ran(&mut tree, &mut bench, SECOND), "start B, finish B Success", "{round}: 3.0 s have passed");
    }
}

#[test]
fn a_tick_lasts_half_the_longest_time_at_most() {
    bt! { Life(()) = timeout(f64::INFINITY) < wait(Duration::MAX) > }
    let mut life = Life::new();
    assert_eq!(life.tick_for(SECOND, &mut ()), Status::Running);
    assert_eq!(life.tick_for(Duration::MAX, &mut ()), Status::Running, "a tick lasts half the longest time at most");
    assert_eq!(life.tick_for(Duration::MAX, &mut ()), Status::Success);
    let longest = bt::Span::of(Duration::MAX).left();
    assert_eq!(bt::Span::of(f32::MAX).left(), longest);
    assert_eq!(life.tick_for(longest, &mut ()), Status::Running);
}

#[test]
#[cfg(debug_assertions)]
fn an_infinite_or_undefined_tick_is_a_mistake() {
    bt! { Pause(()) = wait(1.0) }
    let mut pause = Pause::new();
    pause.tick_for(0.5, &mut ());
    for time in [f64::INFINITY, f64::NAN, f64::NEG_INFINITY] {
        let ticked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pause.tick_for(time, &mut ())));
        assert!(ticked.is_err() && pause.is_running(), "{time}");
    }
    assert_eq!(pause.tick_for(-1.0, &mut ()), Status::Running);
    assert_eq!(pause.tick_for(0.5, &mut ()), Status::Success);
}
