//! A tick ends, however many passes its loops would make: all of them together make 10,000 in one tick.

use std::time::Duration;

use bt::{Status, bt};

#[derive(Default)]
struct Count {
    steps: u64,
    beats: u64,
}

impl Count {
    fn step(&mut self) {
        self.steps += 1;
    }

    fn beat(&mut self) {
        self.beats += 1;
    }

    /// What has been counted since the last call.
    fn take(&mut self) -> (u64, u64) {
        let Count { steps, beats } = std::mem::take(self);
        (steps, beats)
    }
}

const NANOSECOND: Duration = Duration::from_nanos(1);

#[test]
fn a_loop_that_counts_goes_on_at_once_up_to_the_bound() {
    bt! { Tree(Count) = sequence < repeat(25_000) < action(Count::step) >, running > }
    let (mut tree, mut count) = (Tree::new(), Count::default());
    for steps in [10_000, 10_000, 5_000] {
        assert_eq!(tree.tick(&mut count), Status::Running);
        assert_eq!(count.take(), (steps, 0));
    }
    assert_eq!(tree.active().last().map(|node| node.name), Some("running"));
}

#[test]
fn the_bound_is_for_all_loops_of_a_tree_together() {
    bt! { Inner(Count) = repeat(300) < action(Count::step) > }
    bt! { Tree(Count) = repeat(100) < inner > }
    let (mut tree, mut count) = (Tree::new(), Count::default());
    let mut steps = 0;
    let ticks = (1..100).find(|_| {
        let status = tree.tick(&mut count);
        let (more, _) = count.take();
        assert!(more <= 10_000, "{more} passes in one tick");
        steps += more;
        status == Status::Success
    });
    assert_eq!((ticks, steps), (Some(3), 30_000));
}

#[test]
fn once_the_bound_is_reached_every_loop_yields_after_one_pass() {
    bt! {
        Tree(Count) = parallel <
            repeat(10_000) < succeed >,
            forever < sequence < action(Count::step), wait(0.1) > >,
        >
    }
    let (mut tree, mut count) = (Tree::new(), Count::default());
    assert_eq!(tree.tick_for(1.0, &mut count), Status::Running);
    // There is time for ten passes, but the time after the first one is lost.
    assert_eq!(count.take(), (1, 0));
    assert_eq!(tree.tick_for(1.0, &mut count), Status::Running);
    assert_eq!(count.take(), (11, 0));
}

#[test]
fn the_time_that_loops_do_not_cover_is_lost() {
    bt! { Tree(Count) = forever < sequence < action(Count::step), wait(NANOSECOND) > > }
    let (mut tree, mut count) = (Tree::new(), Count::default());
    for _ in 0..2 {
        assert_eq!(tree.tick_for(1.0, &mut count), Status::Running);
        assert_eq!(count.take(), (10_000, 0));
    }
}

#[test]
fn beats_count_as_passes() {
    bt! { Tree(Count) = every(NANOSECOND, Count::beat) < forever < sequence < wait(0.001), action(Count::step) > > > }
    let (mut tree, mut count) = (Tree::new(), Count::default());
    assert_eq!(tree.tick_for(1.0, &mut count), Status::Running);
    assert_eq!(count.take(), (1000, 9000));
    assert_eq!(tree.tick_for(20.0, &mut count), Status::Running);
    assert_eq!(count.take(), (10_000, 1));
}
