//! Time is exact: no drift, no rounding to frames.

use std::time::Duration;

use bt::{Status, bt};

use crate::bench::{Bench, Scripted};

const SECOND: Duration = Duration::from_secs(1);

/// How long a tree runs in frames of this length, to the nanosecond: the last frame is shortened until the tree just
/// ends.
fn length<T: Clone>(new: T, frame: Duration, tick: impl Fn(&mut T, Duration) -> Status) -> Duration {
    let (mut tree, mut passed) = (new, Duration::ZERO);
    for _ in 0..10_000_000 {
        let before = tree.clone();
        if !tick(&mut tree, frame).is_running() {
            return passed + shortest(&before, frame, &tick);
        }
        passed += frame;
    }
    panic!("it does not end");
}

/// The shortest last frame in which the tree ends.
fn shortest<T: Clone>(tree: &T, frame: Duration, tick: &impl Fn(&mut T, Duration) -> Status) -> Duration {
    let (mut short, mut long) = (0, frame.as_nanos() as u64);
    while short < long {
        let middle = short + (long - short) / 2;
        match tick(&mut tree.clone(), Duration::from_nanos(middle)) {
            Status::Running => short = middle + 1,
            _ => long = middle,
        }
    }
    Duration::from_nanos(long)
}

#[test]
fn waits_add_up_at_every_frame_rate() {
    bt! {
        #[derive(Clone)]
        Waits(()) = sequence < wait(0.3), wait(0.3), wait(0.3) >
    }
    bt! {
        #[derive(Clone)]
        Nested(()) = repeat(3) < parallel < delay(0.1) < wait(0.2) >, timeout(1.0) < wait(0.05) > > >
    }
    for hertz in [1, 7, 60, 1000] {
        let frame = SECOND / hertz;
        assert_eq!(length(Waits::new(), frame, |tree, dt| tree.tick_for(dt, &mut ())), Duration::from_millis(900));
        assert_eq!(length(Nested::new(), frame, |tree, dt| tree.tick_for(dt, &mut ())), Duration::from_millis(900));
    }
}

#[test]
fn a_timer_of_each_sort_takes_eight_bytes() {
    bt! { Watched(Bench) = every(4.0, |bench| bench.number += 1) < running > }
    bt! { Waits(()) = wait(1.0) }
    assert_eq!(size_of::<Watched>(), size_of::<Waits>());
}

#[test]
fn an_hour_does_not_drift() {
    bt! {
        #[derive(Clone)]
        Hour(()) = repeat(36_000) < wait(0.1) >
    }
    assert_eq!(length(Hour::new(), SECOND / 60, |tree, dt| tree.tick_for(dt, &mut ())), SECOND * 3600);
}

#[test]
fn a_loop_makes_the_same_passes_at_every_frame_rate() {
    bt! { Beat(Bench) = forever < sequence < wait(0.1), action(|bench| bench.number += 1) > > }
    for hertz in [1, 10, 1000] {
        let (mut tree, mut bench) = (Beat::new(), Bench::default());
        for _ in 0..10 * hertz {
            assert_eq!(tree.tick_for(SECOND / hertz, &mut bench), Status::Running);
        }
        assert_eq!(bench.number, 100);
    }
}

#[test]
fn what_is_left_goes_on_within_the_tick() {
    // Each of these trees ends at the time next to it: a wait of the remaining time then ends at exactly one second.
    bt! {
        #[derive(Clone)]
        Timeout(()) = selector < timeout(0.3) < running >, wait(0.5) >
    }
    bt! {
        #[derive(Clone)]
        Inclusive(()) = timeout(0.3) < wait(0.3) >
    }
    bt! {
        #[derive(Clone)]
        Late(()) = force_success < timeout(0.3) < sequence < wait(0.2), wait(0.2) > > >
    }
    bt! {
        #[derive(Clone)]
        Parallel(()) = sequence < parallel < wait(0.3), wait(0.5) >, wait(0.2) >
    }
    bt! {
        #[derive(Clone)]
        Race(()) = sequence < race < wait(0.5), wait(0.3) >, wait(0.2) >
    }
    let ends = |length: Duration, millis| assert_eq!(length, Duration::from_millis(millis));
    ends(length(Timeout::new(), SECOND, |tree, dt| tree.tick_for(dt, &mut ())), 800);
    ends(length(Inclusive::new(), SECOND, |tree, dt| tree.tick_for(dt, &mut ())), 300);
    ends(length(Late::new(), SECOND, |tree, dt| tree.tick_for(dt, &mut ())), 300);
    ends(length(Parallel::new(), SECOND, |tree, dt| tree.tick_for(dt, &mut ())), 700);
    // Within one tick child order goes before time order.
    ends(length(Race::new(), SECOND, |tree, dt| tree.tick_for(dt, &mut ())), 700);
    assert_eq!(Timeout::new().tick_for(1.0, &mut ()), Status::Success);
    assert_eq!(Inclusive::new().tick_for(0.3, &mut ()), Status::Success);
    bt! { Short(()) = timeout(0.3) < wait(0.4) > }
    assert_eq!(Short::new().tick_for(1.0, &mut ()), Status::Failure);
}

#[test]
fn a_timeout_aborts_its_child() {
    bt! { Tree(Bench) = selector < timeout(|bench| f64::from(bench.number)) < scripted("A") >, scripted("B") > }
    let (mut tree, mut bench) = (Tree::new(), Bench { number: 2, ..Bench::new("A=R B=S") });
    assert_eq!(tree.tick_for(1.5, &mut bench), Status::Running);
    bench.number = 100;
    assert_eq!(bench.take(), "start A");
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Success);
    assert_eq!(bench.take(), "run A, finish A Aborted, start B, finish B Success");
}

#[test]
fn what_a_reactive_node_runs_again_takes_nothing_from_the_running_child() {
    bt! { Tree(()) = reactive_sequence < wait(0.2), wait(0.5) > }
    let mut tree = Tree::new();
    assert_eq!(tree.tick_for(0.3, &mut ()), Status::Running);
    assert_eq!(tree.active().map(|node| node.args).collect::<Vec<_>>(), ["", "(0.5)"]);
    assert_eq!(tree.tick_for(0.3, &mut ()), Status::Running);
    assert_eq!(tree.tick_for(0.2, &mut ()), Status::Success);
}

#[test]
fn times_are_durations_or_seconds() {
    bt! {
        Tree(()) { pause: f32 } = sequence <
            wait(pause),
            wait(Duration::from_millis(500)),
            wait(BEFORE),
            wait(f64::NAN),
        >
    }
    const BEFORE: f64 = -1.0;
    assert_eq!(Tree::new(0.5).tick_for(1.0f32, &mut ()), Status::Success);
    bt! { Suffixes(()) = sequence < wait(1f32), timeout(1f64) < wait(0.5f32) > > }
    assert_eq!(Suffixes::new().tick_for(1.5, &mut ()), Status::Success);
    assert_eq!(Suffixes::new().tick_for(1.4, &mut ()), Status::Running);
    assert_eq!(Tree::new(0.6).tick_for(SECOND, &mut ()), Status::Running);
    assert_eq!(Tree::new(f32::INFINITY).tick_for(f64::MAX, &mut ()), Status::Running);
}

#[test]
fn a_timer_takes_eight_bytes() {
    bt! { Tree(()) = selector < timeout(1.0) < succeed >, wait(1.0) > }
    assert!(size_of::<Tree>() <= 10);
}

#[test]
fn subtrees_share_the_span() {
    bt! { Pause(()) { time: f64 } = wait(time) }
    bt! {
        #[derive(Clone)]
        Written(()) = sequence < wait(0.3), wait(0.4) >
    }
    bt! { Pauses(()) = sequence < pause(0.3), pause(0.4) > }
    let mut pauses = Pauses::new();
    assert_eq!(pauses.tick_for(0.5, &mut ()), Status::Running);
    assert_eq!(pauses.tick_for(0.1, &mut ()), Status::Running);
    assert_eq!(pauses.tick_for(0.1, &mut ()), Status::Success);
    assert_eq!(length(Written::new(), SECOND, |tree, dt| tree.tick_for(dt, &mut ())), Duration::from_millis(700));
}

#[test]
fn a_tick_makes_ten_thousand_passes_at_most() {
    bt! { Blinks(u32) = forever < sequence < wait(0.25), action(|blinks| *blinks += 1) > > }
    let (mut tree, mut blinks) = (Blinks::new(), 0);
    for passes in [10_000, 20_000] {
        assert_eq!(tree.tick_for(Duration::MAX, &mut blinks), Status::Running);
        assert_eq!(blinks, passes);
    }
    assert_eq!(tree.tick_for(0.5, &mut blinks), Status::Running);
    assert_eq!(blinks, 20_002, "what was not covered is lost");
    bt! { Beats(u32) = every(0.5, |beats| *beats += 1) < running > }
    let (mut tree, mut beats) = (Beats::new(), 0);
    tree.tick_for(Duration::MAX, &mut beats);
    assert_eq!(beats, 10_000);
    // An inner loop has used up all passes: the outer one then makes one pass per tick, and `every` one call.
    bt! {
        Nested(u32) = every(1.0, |beats| *beats += 1) <
            forever < sequence < repeat(20_000) < wait(0.25) >, wait(0.25) > >
        >
    }
    let (mut tree, mut beats) = (Nested::new(), 0);
    tree.tick_for(Duration::MAX, &mut beats);
    assert_eq!((beats, tree.active().last().map(|node| node.name)), (1, Some("repeat")));
}
