//! The hooks of decorators: each is called like that of a leaf; and the answers of `before`.

use bt::{Behavior, Decorator, Outcome, Span, Status, bt, leaf};

use super::{Log, millis};

#[derive(Debug, PartialEq)]
struct Broken;

/// The record of the decorators, and their answers.
#[derive(Debug, Default)]
struct World {
    log: Vec<String>,
    says: Option<Status>,
    breaks: bool,
}

impl World {
    fn note(&mut self, text: impl ToString) {
        self.log.push(text.to_string());
    }

    fn take(&mut self) -> String {
        std::mem::take(&mut self.log).join(", ")
    }
}

/// All hooks, by hand.
#[derive(Debug, Default, Clone)]
struct ByHand;

impl Decorator<World> for ByHand {
    fn start(&mut self, world: &mut World) {
        world.note("start");
    }

    fn before(&mut self, world: &mut World) -> Option<Status> {
        world.note("before");
        world.says
    }

    fn after(&mut self, world: &mut World, status: Status) -> Status {
        world.note("after");
        status
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish {outcome:?}"));
    }
}

/// All hooks, derived.
#[derive(Decorator, Debug, Clone)]
#[decorator(context = World, error = Broken)]
struct Derived<T: ToString> {
    name: T,
    asked: u32,
}

impl<T: ToString> Derived<T> {
    fn new(name: T) -> Self {
        Derived { name, asked: 0 }
    }

    fn start(&self, world: &mut World) {
        world.note(format!("start {}", self.name.to_string()));
    }

    fn before(&mut self, world: &World) -> Result<Option<Status>, Broken> {
        self.asked += 1;
        if world.breaks { Err(Broken) } else { Ok(world.says) }
    }

    fn after(&mut self, world: &mut World, status: Status) -> Status {
        world.note(format!("after {}", self.asked));
        status
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish {outcome:?}"));
    }
}

#[derive(Behavior, Debug, Default, Clone)]
#[behavior(context = World, error = Broken)]
struct Child {
    runs: u32,
}

impl Child {
    fn start(&self, world: &mut World) {
        world.note("start child");
    }

    fn run(&mut self, _: &World) -> Result<Status, Broken> {
        self.runs += 1;
        match self.runs {
            1 | 2 => Ok(Status::Running),
            3 => Ok(Status::Success),
            _ => Err(Broken),
        }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("child {outcome:?}"));
    }
}

bt! {
    #[derive(Clone)]
    Plain(World) -> Result<Broken> = sequence < by_hand < child >, action(|world| world.note("next")) >
}

#[test]
fn the_hooks_of_a_decorator_are_called_as_those_of_a_leaf() {
    let (mut tree, mut world) = (Plain::new(), World::default());
    assert_eq!(tree.tick(&mut world), Ok(Status::Running));
    assert_eq!(world.take(), "start, before, start child, after");
    assert_eq!(tree.tick(&mut world), Ok(Status::Running));
    assert_eq!(world.take(), "before, after");
    let mut copy = tree.clone();
    assert_eq!(tree.tick(&mut world), Ok(Status::Success));
    assert_eq!(world.take(), "before, child Success, after, finish Success, next");

    copy.abort(&mut world);
    assert_eq!(world.take(), "child Aborted, finish Aborted");
    copy.reset();
    assert_eq!(world.take(), "");
}

#[test]
fn an_answer_before_the_child_aborts_it() {
    let (mut tree, mut world) = (Plain::new(), World::default());
    assert_eq!(tree.tick(&mut world), Ok(Status::Running));
    world.take();
    world.says = Some(Status::Running);
    assert_eq!(tree.tick(&mut world), Ok(Status::Running));
    assert_eq!(world.take(), "before, child Aborted");
    world.says = Some(Status::Failure);
    assert_eq!(tree.tick(&mut world), Ok(Status::Failure));
    assert_eq!(world.take(), "before, finish Failure");
    assert_eq!(tree.tick(&mut world), Ok(Status::Failure));
    assert_eq!(world.take(), "start, before, finish Failure");
}

#[leaf]
fn break_down(_: &mut World) -> Result<Status, Broken> {
    Err(Broken)
}

#[test]
fn an_error_finishes_a_decorator_as_aborted() {
    bt! { Tree(World) -> Result<Broken> = by_hand < sequence < break_down > > }
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Err(Broken));
    assert_eq!(world.take(), "start, before, finish Aborted");
}

#[derive(Debug, PartialEq)]
enum Mistake {
    Broken,
}

impl From<Broken> for Mistake {
    fn from(_: Broken) -> Self {
        Mistake::Broken
    }
}

#[test]
fn an_error_of_a_decorator_ends_the_tree_and_converts() {
    bt! { Tree(World) -> Result<Mistake> = derived::<&'static str>("d") < child > }
    let (mut tree, mut world) = (Tree::new(), World::default());
    assert_eq!(tree.tick(&mut world), Ok(Status::Running));
    assert_eq!(tree.tick(&mut world), Ok(Status::Running));
    assert_eq!(world.take(), "start d, start child, after 1, after 2");
    world.breaks = true;
    assert_eq!(tree.tick(&mut world), Err(Mistake::Broken));
    assert_eq!(world.take(), "child Aborted, finish Aborted");
    assert!(!tree.is_running());
}

/// A decorator without any hooks.
#[derive(Decorator, Default)]
#[decorator(context = impl Sized)]
struct Nothing;

/// Any context.
#[derive(Decorator, Default)]
#[decorator(context = impl AsMut<Vec<u32>> + ?Sized)]
struct Noting;

impl Noting {
    fn start(&self, numbers: &mut (impl AsMut<Vec<u32>> + ?Sized)) {
        numbers.as_mut().push(1);
    }

    fn finish(self, numbers: &mut (impl AsMut<Vec<u32>> + ?Sized), _: Outcome) {
        numbers.as_mut().push(2);
    }
}

impl Clone for Noting {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Noting {}

#[test]
fn hooks_are_optional_and_contexts_generic() {
    bt! { Part(impl AsMut<Vec<u32>>) = noting < running > }
    bt! { Tree(Vec<u32>) = nothing < noting < sequence < part, running > > > }
    let (mut tree, mut numbers) = (Tree::new(), Vec::new());
    assert_eq!(tree.tick(&mut numbers), Status::Running);
    tree.abort(&mut numbers);
    assert_eq!(numbers, [1, 1, 2, 2]);
    // Without a context, too.
    assert_eq!(bt!((Vec<u32>) = noting < succeed >).tick(&mut numbers), Status::Success);
    assert_eq!(numbers.len(), 6);
}

/// Takes a moment before its child, in each tick.
#[derive(Decorator)]
#[decorator(context = Log)]
struct Slow {
    millis: u64,
}

impl Slow {
    fn new(millis: u64) -> Self {
        Slow { millis }
    }

    fn before(&mut self, log: &mut Log, span: &mut Span) -> Option<Status> {
        log.push(("before", span.left()));
        (!span.spend(millis(self.millis))).then_some(Status::Running)
    }

    fn finish(&mut self, log: &mut Log, _: Outcome) {
        log.push(("finish", millis(0)));
    }
}

#[leaf]
fn look(log: &mut Log, span: &mut Span) {
    log.push(("look", span.left()));
}

#[test]
fn a_decorator_takes_of_the_span_before_its_child() {
    bt! { Tree(Log) = sequence < slow(300) < look >, look, running > }
    let (mut tree, mut log) = (Tree::new(), Log::new());
    assert_eq!(tree.tick_for(millis(200), &mut log), Status::Running);
    assert_eq!(tree.tick_for(millis(1000), &mut log), Status::Running);
    let left = |millis: u64| super::millis(millis);
    assert_eq!(
        log,
        [("before", left(200)), ("before", left(1000)), ("look", left(700)), ("finish", left(0)), ("look", left(700)),]
    );
}

#[test]
fn what_is_not_used_takes_no_room() {
    bt! { Bare(World) = nothing < running > }
    bt! { Full(World) = by_hand < running > }
    assert_eq!(size_of::<Bare>(), size_of::<Full>());
}
