//! What a composite means for messages, observers, values, kept moments and saves.

use bt::describe::Description;
use bt::{Behavior, Composite, Look, Next, NodeEvent, Outcome, PassesValue, Save, Status, bt, leaf};

use super::{Broken, Child, End, Failure, Leaf, Running, Scripted, Success, World};

/// The composite and the leaf of this module, without errors.
#[derive(Composite, Default)]
#[composite(context = World)]
struct Calm;

impl Calm {
    fn first(&mut self, world: &mut World, _: usize) -> Next {
        world.next.pop_front().expect("the world says which child is the first")
    }

    fn after(&mut self, world: &mut World, child: usize, ended: Status) -> Next {
        world.note(format!("after {child} {ended:?}"));
        world.next.pop_front().expect("the world says which child is next")
    }

    fn look(&mut self, world: &mut World, active: usize) -> Look {
        world.note(format!("look {active}"));
        world.look.pop_front().unwrap_or(Look::Stay)
    }
}

/// A message with which a leaf ends.
#[derive(Clone, Copy)]
struct Stop(bool);

#[derive(Behavior)]
#[behavior(context = World, message = Stop)]
struct Ear {
    name: char,
}

impl Ear {
    fn new(name: char) -> Self {
        Ear { name }
    }

    fn run(&self, _: &World) -> Status {
        Running
    }

    fn receive(&self, _: &mut World, stop: &Stop) -> Status {
        Status::from(stop.0)
    }

    fn finish(&self, world: &mut World, outcome: Outcome) {
        world.note(format!("{} {outcome:?}", self.name));
    }
}

bt! { Inner(World) = ear('s') }
bt! { InnerTwo(World) on Stop = sequence < ear('t'), ear('u') > }

/// Ticks, sends a message, and ticks again. Returns what the second tick has done.
macro_rules! after_message {
    ($tree:ty, $first:expr, $stop:expr) => {{
        let (mut tree, mut world) = (<$tree>::new(), World::new([$first, Child(1), End(Success)]));
        world.look.push_back(Look::Switch(1));
        assert_eq!(tree.tick(&mut world), Running);
        tree.send(&mut world, &Stop($stop));
        world.note("-");
        assert_eq!(tree.tick(&mut world), Running);
        world.take()
    }};
}

#[test]
fn a_child_that_a_message_has_ended_gets_no_look() {
    bt! { Ears(World) on Stop = calm < ear('a'), ear('b') > }
    assert_eq!(after_message!(Ears, Child(0), true), "a Success, -, after 0 Success");
    assert_eq!(after_message!(Ears, Child(0), false), "a Failure, -, after 0 Failure");
    // A subtree means what its text in its place would mean.
    bt! { Sub(World) on Stop = calm < inner, ear('b') > }
    assert_eq!(after_message!(Sub, Child(0), true), "s Success, -, after 0 Success");
    bt! { Twice(World) = inner }
    bt! { SubSub(World) on Stop = calm < twice, ear('b') > }
    assert_eq!(after_message!(SubSub, Child(0), true), "s Success, -, after 0 Success");
    // In a tree whose header names no message.
    bt! { Relaying(World) = calm < ear('a'), ear('b') > }
    bt! { Relayed(World) on Stop = sequence < relaying > }
    assert_eq!(after_message!(Relayed, Child(0), false), "a Failure, -, after 0 Failure");
}

#[test]
fn a_child_in_which_a_message_has_ended_a_leaf_gets_a_look() {
    bt! { Row(World) on Stop = calm < sequence < ear('a'), ear('b') >, ear('c') > }
    assert_eq!(after_message!(Row, Child(0), true), "a Success, -, look 0");
    bt! { Inverted(World) on Stop = calm < inverter < ear('a') >, ear('c') > }
    assert_eq!(after_message!(Inverted, Child(0), true), "a Success, -, look 0");
    bt! { Sub(World) on Stop = calm < inner_two, ear('b') > }
    assert_eq!(after_message!(Sub, Child(0), true), "t Success, -, look 0");
    bt! { Frame(World) on Stop = calm < repeat(3) < ear('a') >, ear('b') > }
    assert_eq!(after_message!(Frame, Child(0), true), "a Success, -, look 0");
}

/// Notes the events of nodes.
#[derive(Default)]
struct Events(Vec<String>);

impl bt::TreeObserver for Events {
    fn start(&mut self, event: &NodeEvent) {
        self.0.push(format!("+{}", event.node().title()));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.0.push(format!("{} {outcome:?}", event.node().title()));
    }
}

#[test]
fn observers_see_it_as_a_node() {
    bt! {
        Tree(World) -> Result<Broken> = inverter < scripted <
            first: leaf('a'),
            selector < second: leaf('b'), third: leaf('c') >,
        > >
    }
    let mut world = World::new([Child(1), Child(0), Child(1)]).runs([Failure, Success, Running, Running]);
    world.look.push_back(Look::Switch(1));
    let (mut tree, mut events) = (Tree::new(), Events::default());
    let taken = |events: &mut Events| std::mem::take(&mut events.0).join(", ");
    assert_eq!(tree.tick_with(&mut world, &mut events), Ok(Running));
    assert_eq!(
        taken(&mut events),
        "+inverter, +scripted, +selector, +second, second Failure, +third, third Success, selector Success, +first"
    );
    assert_eq!(tree.active().map(|node| node.title()).collect::<Vec<_>>(), ["inverter", "scripted", "first"]);
    assert_eq!(tree.tick_with(&mut world, &mut events), Ok(Running));
    assert_eq!(taken(&mut events), "first Aborted, +selector, +second");
    world.look.push_back(Look::End(Failure));
    assert_eq!(tree.tick_with(&mut world, &mut events), Ok(Success));
    assert_eq!(taken(&mut events), "second Aborted, selector Aborted, scripted Failure, inverter Success");

    world.next = [End(Success)].into();
    assert_eq!(tree.tick_with(&mut world, &mut events), Ok(Failure));
    assert_eq!(taken(&mut events), "+inverter, +scripted, scripted Success, inverter Failure");
    world.breaks = Some("start");
    assert_eq!(tree.tick_with(&mut world, &mut events), Err(Broken));
    assert_eq!(taken(&mut events), "+inverter, +scripted, scripted Aborted, inverter Aborted");
    (world.breaks, world.next) = (None, [Child(0)].into());
    assert_eq!(tree.tick_with(&mut world, &mut events), Ok(Running));
    taken(&mut events);
    tree.abort_with(&mut world, &mut events);
    assert_eq!(taken(&mut events), "first Aborted, scripted Aborted, inverter Aborted");
    // It is described as a composite.
    let kinds: Vec<_> = Description::of::<Tree>().nodes().map(|node| node.kind).collect();
    assert_eq!(format!("{kinds:?}"), "[Decorator, Composite, Leaf, Composite, Leaf, Leaf]");
}

/// Passes on the value of the child that ended last, if that has one.
#[derive(Composite, Clone, Default)]
#[composite(context = World)]
struct Passing;

impl PassesValue for Passing {}

impl Passing {
    fn first(&self, world: &mut World, _: usize) -> Next {
        world.next.pop_front().expect("the world says which child is the first")
    }

    fn after(&self, world: &mut World, _: usize, _: Status) -> Next {
        world.next.pop_front().expect("the world says which child is next")
    }

    fn look(&self, world: &mut World, _: usize) -> Look {
        world.look.pop_front().unwrap_or(Look::Stay)
    }
}

#[leaf]
#[derive(Clone)]
fn find(world: &mut World, found: u32) -> std::task::Poll<Option<u32>> {
    use std::task::Poll;
    match world.runs.pop_front().unwrap_or(Running) {
        Success => Poll::Ready(Some(found)),
        Failure => Poll::Ready(None),
        Running => Poll::Pending,
    }
}

bt! {
    Finds(World) = sequence <
        passing < find(1), find(2), find(3) > -> found,
        action(|world| world.note(found)),
    >
}
bt! {
    #[derive(Clone)]
    FindsRoot(World) -> Option<u32> = passing < find(1), sequence < find(2) >, find(3) >
}

#[test]
fn its_value_is_that_of_the_child_that_ended_last() {
    let found = |next: &[Next], runs: &[Status]| {
        let mut world = World::new(next.iter().copied()).runs(runs.iter().copied());
        (Finds::new().tick(&mut world), world.take())
    };
    assert_eq!(found(&[Child(1), End(Success)], &[Success]), (Success, "2".to_owned()));
    assert_eq!(found(&[Child(1), Child(2), End(Success)], &[Success, Success]), (Success, "3".to_owned()));
    assert_eq!(found(&[Child(1), Child(0), Child(2), End(Success)], &[Success, Failure, Success]).1, "3");
    assert_eq!(found(&[Child(1), Child(0), End(Failure)], &[Success, Success]), (Failure, String::new()));
    // As a root, over several ticks: a look ends it with the value of the child before the active one.
    let (mut tree, mut world) = (FindsRoot::new(), World::new([Child(1), Child(0)]).runs([Success]));
    assert!(tree.tick(&mut world).is_pending());
    assert!(tree.clone().tick(&mut world).is_pending());
    world.look.push_back(Look::End(Success));
    assert_eq!(tree.tick(&mut world), std::task::Poll::Ready(Some(2)));
}

#[test]
fn success_without_a_value_panics() {
    let panics = |next: &[Next], runs: &[Status], look: Option<Look>| {
        let mut world = World::new(next.iter().copied()).runs(runs.iter().copied());
        let mut tree = FindsRoot::new();
        let ticked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _ = tree.tick(&mut world);
            world.look.extend(look);
            let _ = tree.tick(&mut world);
        }));
        let message = ticked.expect_err("it panics").downcast_ref::<String>().cloned().unwrap_or_default();
        let name = std::any::type_name::<Passing>();
        assert!(message.contains(name), "{message}");
        assert!(!tree.is_running());
    };
    panics(&[End(Success)], &[], None);
    panics(&[Child(0), End(Success)], &[Failure], None);
    panics(&[Child(0), Child(1), End(Success)], &[Success, Failure], None);
    panics(&[Child(0)], &[], Some(Look::End(Success)));
    panics(&[Child(0), Child(1)], &[Failure], Some(Look::End(Success)));
}

#[test]
fn its_children_can_start_again_for_throttle() {
    bt! { Tree(World) = calm < throttle(1.0) < action(|world| world.note("act")) >, succeed > }
    let next = [Child(0), Child(1), Child(0), End(Success), Child(0), End(Success)];
    let (mut tree, mut world) = (Tree::new(), World::new(next));
    assert_eq!(tree.tick_for(0.25, &mut world), Running);
    assert_eq!(world.take(), "act, after 0 Success, after 1 Success", "it waits before it starts again");
    assert_eq!(tree.tick_for(0.75, &mut world), Success);
    assert_eq!(world.take(), "look 0, act, after 0 Success");
    // The end of the composite forgets the moment.
    assert_eq!(tree.tick_for(0.25, &mut world), Success);
    assert_eq!(world.take(), "act, after 0 Success");
}

bt! {
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    Saved(World) -> Result<Broken> = scripted < leaf('a'), sequence < leaf('b'), leaf('c') > >
}

#[test]
fn a_save_holds_the_composite_and_its_active_child() {
    let (mut tree, mut world) = (Saved::new(), World::new([Child(0), Child(1)]).runs([Success, Success]));
    assert_eq!(tree.tick(&mut world), Ok(Running));
    world.take();
    let bytes = postcard::to_allocvec(&Save(&tree)).expect("it is saved");
    let mut loaded: Saved = postcard::from_bytes::<Save<Saved>>(&bytes).expect("it is loaded").0;
    world.next.push_back(End(Failure));
    world.runs.push_back(Failure);
    assert_eq!(loaded.tick(&mut world), Ok(Failure));
    assert_eq!(world.take(), "look 1, run c, c Failure, after 1 Failure, finish Failure");
}

#[test]
fn the_time_goes_to_the_next_child() {
    bt! {
        Tree(World) = sequence <
            calm < wait(0.25), wait(0.5) >,
            action(|world| world.note("done")),
            wait(1.0),
        >
    }
    let (mut tree, mut world) = (Tree::new(), World::new([Child(0), Child(1), Child(0), End(Success)]));
    assert_eq!(tree.tick_for(0.875, &mut world), Running);
    assert_eq!(world.take(), "after 0 Success, after 1 Success");
    assert_eq!(tree.tick_for(0.25, &mut world), Running);
    assert_eq!(world.take(), "look 0, after 0 Success, done");
    // A switch happens at the beginning of the span.
    let (mut tree, mut world) = (Tree::new(), World::new([Child(0), End(Success)]));
    assert_eq!(tree.tick_for(0.125, &mut world), Running);
    world.look.push_back(Look::Switch(1));
    assert_eq!(tree.tick_for(0.5, &mut world), Running);
    assert_eq!(world.take(), "look 0, after 1 Success, done");
}

bt! { InTurn(World) = round_robin < calm < ear('a'), ear('b') >, running > }

/// A composite in a child that has the turn of its parent has a turn of its own.
#[test]
fn a_composite_in_turn() {
    let (mut tree, mut world) = (InTurn::new(), World::new([Child(1)]));
    assert!(tree.tick(&mut world).is_running() && tree.tick(&mut world).is_running());
    assert_eq!(world.take(), "look 1");
}
