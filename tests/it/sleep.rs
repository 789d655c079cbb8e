//! How long ticks may be skipped.

use std::time::Duration;

use bt::{Behavior, Decorator, DynTree, Random, Span, Status, TreeFor, bt};

use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::bench::{Bench, Scripted};

const FOREVER: Option<Duration> = Some(Duration::MAX);

fn seconds(seconds: f64) -> Option<Duration> {
    Some(Duration::from_secs_f64(seconds))
}

/// The `sleep` of a tree after a tick of a quarter of a second.
macro_rules! after {
    (($context:ty) $start:expr, $($node:tt)*) => {{
        bt! { Tree($context) = $($node)* }
        let (mut tree, mut context) = (Tree::new(), $start);
        assert_eq!(tree.sleep(), None, "an idle tree does not sleep");
        tree.tick_for(0.25, &mut context);
        tree.sleep()
    }};
    ($($node:tt)*) => { after!((Bench) Bench { flag: true, ..Bench::new("A=R B=S C=F") }, $($node)*) };
}

/// A tick and a sleep of random nodes.
macro_rules! after_a_draw {
    ($($node:tt)*) => { after!((Luck) Luck(Pcg32::seed_from_u64(1)), $($node)*) };
}

/// A context with a random number generator.
struct Luck(Pcg32);

impl Random for Luck {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.0
    }
}

#[test]
fn what_waits_for_time_alone_sleeps_until_its_time() {
    assert_eq!(after!(wait(1.0)), seconds(0.75));
    assert_eq!(after!(delay(2.0) < scripted("A") >), seconds(1.75));
    assert_eq!(after!(timeout(1.0) < wait(5.0) >), seconds(0.75));
    assert_eq!(after!(timeout(5.0) < wait(1.0) >), seconds(0.75));
    assert_eq!(after!(timeout(5.0) < scripted("A") >), None, "its child does not sleep");
    assert_eq!(after!(forever < throttle(1.0) < wait(0.1) > >), seconds(0.85));
    assert_eq!(after!(every(0.2, |bench| bench.number += 1) < running >), seconds(0.15));
    assert_eq!(after!(every(|_| 0.2, |bench| bench.number += 1) < running >), seconds(0.15));
    assert_eq!(after!(every(1.0, |bench| bench.number += 1) < wait(0.5) >), seconds(0.25));
    assert_eq!(after!(every(0.0, |bench| bench.number += 1) < running >), None, "it calls in every tick");
    assert_eq!(after!(every(1.0, |bench| bench.number += 1) < scripted("A") >), None);
}

#[test]
fn what_draws_sleeps_once_it_has_drawn() {
    let drawn = after_a_draw!(wait_between(1.0, 2.0));
    assert!(seconds(0.75) <= drawn && drawn <= seconds(1.75));
    assert_eq!(after_a_draw!(probability(1.0) < wait(1.0) >), seconds(0.75));
    assert_eq!(after_a_draw!(weighted(1) < wait(1.0) >), seconds(0.75));
    assert_eq!(after_a_draw!(random_sequence < wait(1.0) >), seconds(0.75));
    assert_eq!(after_a_draw!(random_selector < wait(1.0) >), seconds(0.75));
}

#[test]
fn running_sleeps_without_end() {
    assert_eq!(after!(sequence < wait(0.25), running >), FOREVER);
    assert_eq!(after!(timeout(1.0) < running >), seconds(0.75));
}

#[test]
fn what_is_above_adds_nothing() {
    assert_eq!(after!(sequence < scripted("B"), wait(1.0) >), seconds(0.75));
    assert_eq!(after!(selector < scripted("C"), wait(1.0) >), seconds(0.75));
    assert_eq!(after!(inverter < force_success < force_failure < unchecked < wait(1.0) > > > >), seconds(0.75));
    assert_eq!(after!(if_else < scripted("B"), wait(1.0) >), seconds(0.75));
    assert_eq!(after!(switch(|bench| bench.flag) < true => wait(1.0), false => running >), seconds(0.75));
    assert_eq!(after!(precondition(|bench| bench.flag) < wait(1.0) >), seconds(0.75));
    assert_eq!(after!(utility(|_| 1.0) < wait(1.0) >), seconds(0.75));
    assert_eq!(after!(round_robin < wait(1.0) >), seconds(0.75));
    assert_eq!(after!(repeat(3) < wait(0.2) >), seconds(0.15));
    assert_eq!(after!(unchecked < retry(3) < inverter < wait(0.2) > > >), seconds(0.15));
    assert_eq!(after!(forever < wait(0.2) >), seconds(0.15));
    assert_eq!(after!(unchecked < repeat_until_failure < wait(0.2) > >), seconds(0.15));
    assert_eq!(after!(unchecked < repeat_until_success < inverter < wait(0.2) > > >), seconds(0.15));
    assert_eq!(after!(run_once < wait(1.0) >), seconds(0.75));
    assert_eq!(after!(run_limit(2) < wait(1.0) >), seconds(0.75));
    assert_eq!(after!(cooldown(9.0) < wait(1.0) >), seconds(0.75));
    assert_eq!(after!(recover(2) < scripted("C"), wait(1.0) >), seconds(0.75));
    assert_eq!(after!(finally < wait(1.0), scripted("B") >), seconds(0.75));
    assert_eq!(after!(finally < scripted("B"), wait(1.0) >), seconds(0.75));
}

#[test]
fn a_loop_that_has_yielded_does_not_sleep() {
    assert_eq!(after!(sequence < wait(0.1), forever < scripted("B") > >), None);
    assert_eq!(after!(sequence < wait(0.1), repeat_until_success < scripted("C") > >), None);
}

#[test]
fn of_several_branches_the_least_counts() {
    assert_eq!(after!(parallel < wait(3.0), wait(1.0), running >), seconds(0.75));
    assert_eq!(after!(parallel < wait(3.0), scripted("A") >), None);
    assert_eq!(after!(race < wait(3.0), wait(1.0) >), seconds(0.75));
    assert_eq!(after!(parallel_all < scripted("B"), scripted("C"), wait(1.0) >), seconds(0.75), "two have ended");
    assert_eq!(after!(parallel_all < running, scripted("C"), running >), FOREVER);
    assert_eq!(after!(simple_parallel < wait(3.0), wait(1.0) >), seconds(0.75));
    assert_eq!(after!(simple_parallel < wait(1.0), wait(3.0) >), seconds(0.75));
    assert_eq!(after!(simple_parallel < wait(1.0), scripted("B") >), None, "the background restarts");
}

#[test]
fn a_pipeline_sleeps_while_none_of_its_children_begins_anew() {
    assert_eq!(after!(pipeline < scripted("B"), wait(1.0) >), None);
    assert_eq!(after!(pipeline < wait(1.0), scripted("B") >), seconds(0.75));
    // The throttle waits, alongside the child that was reached.
    assert_eq!(after!(pipeline < throttle(1.0) < wait(0.1) >, wait(5.0) >), None);
    bt! { Rated(Bench) = pipeline < throttle(1.0) < wait(0.1) >, wait(5.0) > }
    let (mut tree, mut bench) = (Rated::new(), Bench::default());
    tree.tick_for(0.5, &mut bench);
    tree.tick_for(0.25, &mut bench);
    assert_eq!(tree.sleep(), seconds(0.35), "1.1 - 0.75");
}

#[test]
fn what_asks_the_context_does_not_sleep() {
    assert_eq!(after!(sequence < wait(0.1), wait_until(|bench| !bench.flag) >), None);
    assert_eq!(after!(sequence < wait(0.1), action(|_| Status::Running) >), None);
    assert_eq!(after!(guard(|bench| bench.flag) < wait(1.0) >), None);
    assert_eq!(after!(guard(|bench| bench.flag) < repeat(2) < wait(1.0) > >), None);
    assert_eq!(after!(reactive_sequence < succeed, wait(1.0) >), None);
    assert_eq!(after!(reactive_selector < fail, wait(1.0) >), None);
    assert_eq!(after!(priority < |bench| bench.flag => wait(1.0), running >), None);
    assert_eq!(after!(reactive_utility(1, 0) < wait(1.0), running >), None);
    assert_eq!(after!(reactive_if_else(|bench| bench.flag) < wait(1.0), running >), None);
    assert_eq!(after!(reactive_switch(|bench| bench.flag) < true => wait(1.0), false => running >), None);
    assert_eq!(after!(keyed(|bench| -> bool { bench.flag }) < wait(1.0) >), None);
    assert_eq!(after!(observe(|bench| -> bool { bench.flag }) < reactive_selector < fail, wait(1.0) > >), None);
    assert_eq!(after!(sequence < guard(|bench| bench.flag) < wait(0.1) >, wait(1.0) >), seconds(0.85), "it has ended");
}

#[test]
fn a_decorator_does_not_sleep() {
    #[derive(Default)]
    struct Plain;
    impl Decorator<Bench> for Plain {}
    assert_eq!(after!(plain < wait(1.0) >), None);
}

/// Cooks for a time.
#[derive(Behavior, Clone, Debug, PartialEq)]
#[behavior(context = Bench)]
struct Cook {
    left: Duration,
}

impl Cook {
    fn new(seconds: f64) -> Self {
        Cook { left: Duration::from_secs_f64(seconds) }
    }

    fn run(&mut self, _: &mut Bench, span: &mut Span) -> Status {
        if span.spend(self.left) {
            return Status::Success;
        }
        self.left -= span.left();
        Status::Running
    }

    fn sleep(&self) -> Option<Duration> {
        Some(self.left)
    }
}

/// A roast by hand.
struct Roast(Cook);

impl Roast {
    fn new(seconds: f64) -> Self {
        Roast(Cook::new(seconds))
    }
}

impl Behavior<Bench> for Roast {
    type Answer = Status;
    const TAKES_TIME: bool = true;

    fn run(&mut self, bench: &mut Bench) -> Status {
        self.run_for(bench, &mut Span::of(0.0))
    }

    fn run_for(&mut self, bench: &mut Bench, span: &mut Span) -> Status {
        self.0.run(bench, span)
    }

    fn sleep(&self) -> Option<Duration> {
        self.0.sleep()
    }
}

#[derive(Behavior)]
#[behavior(context = Bench)]
enum Dish {
    Stew(Cook),
    Salad(Scripted),
}

#[test]
fn a_leaf_says_so_itself() {
    assert_eq!(after!(cook(1.0)), seconds(0.75));
    assert_eq!(after!(roast(1.0)), seconds(0.75));
    assert_eq!(after!(Dish::Stew(Cook::new(1.0))), seconds(0.75));
    assert_eq!(after!(sequence < wait(0.1), Dish::Salad(Scripted::new("A")) >), None);
    assert_eq!(after!(parallel < cook(2.0), cook(1.0), roast(3.0) >), seconds(0.75));
    assert_eq!(after!(guard(|bench| bench.flag) < cook(1.0) >), None);
    assert_eq!(Dish::Stew(Cook::new(1.0)).sleep(), seconds(1.0));
}

#[test]
fn a_subtree_means_what_its_text_would_mean() {
    bt! { Pause(Bench) { time: f64 } = sequence < wait(time), wait(time) > }
    bt! { Watched(Bench) = guard(|bench| bench.flag) < wait(1.0) > }
    assert_eq!(after!(parallel < pause(1.0), pause(0.2) >), seconds(0.15));
    assert_eq!(after!(timeout(0.5) < repeat(2) < pause(1.0) > >), seconds(0.25));
    assert_eq!(after!(watched), None);
    assert_eq!(after!(guard(|bench| bench.flag) < pause(1.0) >), None);
}

#[test]
fn all_kinds_of_trees_have_it() {
    bt! { Pause(Bench) = wait(1.0) }
    bt! { Cooking(Bench) = cook(2.0) }

    #[derive(Behavior)]
    #[behavior(context = Bench)]
    enum Brain {
        Pause(Pause),
        Cooking(Cooking),
    }

    fn of<C>(tree: &impl TreeFor<C>) -> Option<Duration> {
        tree.sleep()
    }

    let mut bench = Bench::default();
    let mut brains = [Brain::Pause(Pause::new()), Brain::Cooking(Cooking::new())];
    let mut boxed: Vec<Box<dyn DynTree<Bench>>> = vec![Box::new(Pause::new()), Box::new(Cooking::new())];
    for ((brain, tree), left) in brains.iter_mut().zip(&mut boxed).zip([0.75, 1.75]) {
        assert_eq!((brain.sleep(), tree.sleep()), (None, None));
        TreeFor::tick_for(brain, 0.25, &mut bench);
        tree.tick_for(Duration::from_millis(250), &mut bench);
        assert_eq!((brain.sleep(), tree.sleep()), (seconds(left), seconds(left)));
        assert_eq!(of(brain), seconds(left));
        TreeFor::abort(brain, &mut bench);
        assert_eq!(brain.sleep(), None);
    }
    let mut unnamed = bt!(sequence < cook(1.0), cook(1.0) >);
    unnamed.tick_for(1.5, &mut bench);
    assert_eq!(unnamed.sleep(), seconds(0.5));
}

#[test]
fn a_tree_for_many_contexts_has_it() {
    trait Flagged {}
    impl Flagged for Bench {}

    #[derive(Behavior, Default)]
    #[behavior(context = impl Flagged)]
    struct Doze;

    impl Doze {
        fn run(&self, _: &mut impl Flagged) -> Status {
            Status::Running
        }

        fn sleep(&self) -> Option<Duration> {
            Some(Duration::MAX)
        }
    }

    #[derive(Behavior, Default)]
    #[behavior(context = impl Flagged)]
    struct Watch;

    impl Watch {
        fn run(&self, _: &mut impl Flagged) -> Status {
            Status::Running
        }
    }

    bt! { Pause(impl Flagged) = wait(1.0) }
    bt! { Night(impl Flagged) = timeout(1.0) < sequence < wait(0.1), doze > > }
    bt! { Guard(impl Flagged) = timeout(1.0) < sequence < wait(0.1), watch > > }
    let mut bench = Bench::default();
    let (mut pause, mut night, mut guard) = (Pause::new(), Night::new(), Guard::new());
    pause.tick_for(0.25, &mut bench);
    night.tick_for(0.25, &mut bench);
    guard.tick_for(0.25, &mut bench);
    assert_eq!(pause.sleep(), seconds(0.75));
    // A leaf's hook is that for one context.
    assert_eq!(night.sleep::<Bench>(), seconds(0.75));
    assert_eq!(TreeFor::<Bench>::sleep(&guard), None);
    assert_eq!(after!(repeat(2) < night >), seconds(0.75));
}

#[test]
fn a_leaf_that_a_message_has_ended_is_awake() {
    #[derive(Behavior, Default)]
    #[behavior(context = Bench, message = u32)]
    struct Listen;

    impl Listen {
        fn run(&self, _: &mut Bench) -> Status {
            Status::Running
        }

        fn receive(&self, _: &mut Bench, word: &u32) -> Status {
            if *word == 1 { Status::Success } else { Status::Running }
        }

        fn sleep(&self) -> Option<Duration> {
            Some(Duration::MAX)
        }
    }

    bt! { Dog(Bench) on u32 = timeout(1.0) < listen > }
    bt! { Pack(Bench) on u32 = repeat(1) < dog > }
    let (mut pack, mut bench) = (Pack::new(), Bench::default());
    pack.tick_for(0.25, &mut bench);
    pack.send(&mut bench, &2);
    assert_eq!(pack.sleep(), seconds(0.75));
    pack.send(&mut bench, &1);
    assert_eq!(pack.sleep(), None);
}

#[test]
fn one_tick_with_the_sum_does_what_several_do() {
    bt! {
        #[derive(Clone, Debug, PartialEq)]
        Day(Bench) = forever < sequence <
            parallel < every(0.7, |bench| bench.number += 1) < cook(2.0) >, wait(1.0) >,
            force_success < cooldown(3.0) < throttle(1.0) < wait(0.3) > > >,
            force_success < timeout(0.4) < running > >,
        > >
    }
    let (mut one, mut other) = (Day::new(), Day::new());
    let (mut single, mut several) = (Bench::default(), Bench::default());
    for _ in 0..50 {
        one.tick_for(0.1, &mut single);
        other.tick_for(0.1, &mut several);
        let left = one.sleep().expect("all that is active waits for time") - Duration::from_nanos(1);
        let before = single.number;
        one.tick_for(left, &mut single);
        for part in [left / 3, left / 2, left - left / 3 - left / 2] {
            other.tick_for(part, &mut several);
        }
        assert_eq!((single.number, &one), (before, &other), "nothing is called meanwhile");
        assert_eq!(one.sleep(), Some(Duration::from_nanos(1)));
    }
    assert_eq!(single.number, several.number);
    assert!(single.number > 10, "the day has gone on");
}
