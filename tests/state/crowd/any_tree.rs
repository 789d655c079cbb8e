//! Functions that take any tree.

use bt::{Behavior, NodeEvent, Outcome, Status, TreeFor, TreeObserver, bt};

use super::{Anyone, Risky, Walker};

/// All methods of a tree of unknown type.
fn any_tree<C, T: TreeFor<C>>(mut tree: T, context: &mut C) -> (T::Answer, T::Answer) {
    assert!(!tree.is_running());
    let first = tree.tick_for(0.1, context);
    assert!(tree.is_running());
    tree.abort(context);
    assert!(!tree.is_running());
    tree.tick(context);
    tree.reset();
    assert!(!tree.is_running());
    (first, tree.tick(context))
}

#[test]
fn a_function_can_take_any_tree() {
    struct World<'w>(&'w mut Vec<&'static str>);
    #[derive(Behavior, Default)]
    #[behavior(context = World<'_>)]
    struct Shout;
    impl Shout {
        fn run(&self, world: &mut World<'_>) -> Status {
            world.0.push("run");
            Status::Running
        }
        fn finish(&self, world: &mut World<'_>, _: Outcome) {
            world.0.push("finish");
        }
    }
    bt! { Crier(World<'_>) = shout }
    let mut log = Vec::new();
    let running = (Status::Running, Status::Running);
    assert_eq!(any_tree(Crier::new(), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!(shout), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!(sequence < condition(|_| true), shout >), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!((World<'_>) = running), &mut World(&mut log)), running);
    assert_eq!(log.join(" "), ["run finish run run"; 3].join(" "));
    let mut walker = Walker { chance: 2, ..Walker::new(0) };
    assert_eq!(any_tree(Anyone::new(2), &mut walker), running);
    assert_eq!(any_tree(Risky::new(), &mut walker), (Ok(Status::Running), Ok(Status::Running)));
}

/// Counts its events.
#[derive(Debug, Default, PartialEq)]
struct Counting {
    starts: u32,
    runs: u32,
    finishes: u32,
}

impl TreeObserver for Counting {
    fn start(&mut self, _: &NodeEvent) {
        self.starts += 1;
    }

    fn run(&mut self, _: &NodeEvent, _: Status) {
        self.runs += 1;
    }

    fn finish(&mut self, _: &NodeEvent, _: Outcome) {
        self.finishes += 1;
    }
}

/// Ticks and aborts any tree with an observer; returns its events, and the active nodes between two ticks.
fn observed<C, T: TreeFor<C>>(mut tree: T, context: &mut C) -> (Vec<Counting>, Vec<&'static str>) {
    let mut seen = vec![Counting::default()];
    let mut note = |work: &mut dyn FnMut(&mut Counting)| {
        let mut counting = Counting::default();
        work(&mut counting);
        seen.push(counting);
    };
    note(&mut |counting| drop(tree.tick_with(context, counting)));
    note(&mut |counting| drop(tree.tick_for_with(0.1, context, counting)));
    let active = tree.active().map(|node| node.name).collect();
    note(&mut |counting| tree.abort_with(context, counting));
    assert_eq!(tree.active().count(), 0);
    // An unsized observer.
    note(&mut |counting| drop(tree.tick_with(context, counting as &mut dyn TreeObserver)));
    seen.remove(0);
    (seen, active)
}

#[test]
fn a_function_can_observe_any_tree() {
    let counts = |starts, runs, finishes| Counting { starts, runs, finishes };
    bt! { Inner(u32) = sequence < action(|number| *number += 1), running > }
    bt! { Outer(u32) = forever < inner > }
    let first = || counts(4, 2, 1);
    let (seen, active) = observed(Outer::new(), &mut 0);
    assert_eq!(active, ["forever", "sequence", "running"]);
    assert_eq!(seen, [first(), counts(0, 1, 0), counts(0, 0, 3), first()]);
    let (seen, active) = observed(bt!((u32) = running), &mut 0);
    assert_eq!(active, ["running"]);
    assert_eq!(seen, [counts(1, 1, 0), counts(0, 1, 0), counts(0, 0, 1), counts(1, 1, 0)]);
}
