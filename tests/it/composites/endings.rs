//! Errors and panics at each hook: a node that has started gets exactly one `finish`, or, after a panic, no hook at
//! all.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::{Composite, Look, Next, Status, bt};

use super::{Broken, Child, End, Failure, Leaf, Running, Scripted, Success, World};

bt! {
    #[derive(Clone)]
    Beside(World) -> Result<Broken> = parallel <
        leaf('p'),
        scripted < leaf('a'), scripted < leaf('b'), leaf('c') > >,
        leaf('q'),
    >
}

/// A world in which the inner composite switches from its first child to its second one in the second tick.
fn world() -> World {
    let mut world = World::new([Child(1), Child(0), Child(1)]);
    world.look.extend([Look::Stay, Look::Switch(1)]);
    world
}

/// The log of two ticks of `Beside`, and what the second one has returned.
fn two_ticks(breaks: Option<&'static str>, in_tick: usize) -> (String, Result<Status, Broken>) {
    let (mut tree, mut world) = (Beside::new(), world());
    for tick in 0..2 {
        if tick == in_tick {
            world.breaks = breaks;
        }
        let ticked = tree.tick(&mut world);
        if ticked.is_err() || tick == 1 {
            assert_eq!(tree.is_running(), ticked.is_ok());
            return (world.take(), ticked);
        }
        world.take();
    }
    unreachable!("the second tick returns")
}

#[test]
fn an_error_ends_the_children_first_and_then_the_composites() {
    let log = |breaks, tick| {
        let (log, ticked) = two_ticks(Some(breaks), tick);
        assert_eq!(ticked, Err(Broken), "{breaks}");
        log
    };
    assert_eq!(log("start", 0), "p, run p, start, finish Aborted, p Aborted");
    assert_eq!(log("first", 0), "p, run p, start, first of 2, finish Aborted, p Aborted");
    assert_eq!(log("look", 1), "run p, look 1, b Aborted, finish Aborted, finish Aborted, p Aborted, q Aborted");
    let (calm, ticked) = two_ticks(None, 0);
    assert_eq!(ticked, Ok(Running));
    assert_eq!(calm, "run p, look 1, look 0, b Aborted, c, run c, run q");
}

#[test]
fn an_error_of_after_or_of_a_child_ends_each_once() {
    bt! { Row(World) -> Result<Broken> = scripted < leaf('a'), scripted < leaf('b'), leaf('c') > > }
    let (mut tree, mut world) = (Row::new(), World::new([Child(1), Child(1)]).runs([Running, Success]));
    assert_eq!(tree.tick(&mut world), Ok(Running));
    world.take();
    world.breaks = Some("after");
    assert_eq!(tree.tick(&mut world), Err(Broken));
    assert_eq!(
        world.take(),
        "look 1, look 1, run c, c Success, after 1 Success, finish Aborted, finish Aborted",
        "without an `after` of the outer one"
    );

    let (mut tree, mut world) = (Row::new(), World::new([Child(1), Child(0)]));
    world.breaks = Some("run");
    assert_eq!(tree.tick(&mut world), Err(Broken));
    assert_eq!(
        world.take(),
        "start, first of 2, start, first of 2, b, run b, b Aborted, finish Aborted, finish Aborted"
    );
}

/// The number of starts and of ends in a log.
fn starts_and_ends(log: &str) -> (usize, usize) {
    let words = || log.split(", ");
    let started = |word: &&str| word.len() == 1 || *word == "start";
    let ended = |word: &&str| ["Success", "Failure", "Aborted"].iter().any(|end| word.ends_with(end));
    let finished = |word: &&str| ended(word) && !word.starts_with("after");
    (words().filter(started).count(), words().filter(finished).count())
}

#[test]
fn whatever_happens_each_start_has_one_finish() {
    let mut broken = 0;
    for breaks in [None, Some("start"), Some("first"), Some("after"), Some("look"), Some("run")] {
        for in_tick in 0..4 {
            let (mut tree, mut world) = (Beside::new(), world().runs([Running, Running, Running, Running, Failure]));
            world.next.extend([End(Failure), End(Success), Child(0), Child(0)]);
            let mut ended = false;
            for tick in 0..6 {
                world.breaks = breaks.filter(|_| tick >= in_tick);
                let ticked = tree.tick(&mut world);
                broken += usize::from(ticked.is_err());
                ended = ticked != Ok(Running);
                if ended {
                    break;
                }
            }
            if !ended {
                tree.abort(&mut world);
            }
            let log = world.take();
            let (starts, ends) = starts_and_ends(&log);
            assert_eq!(starts, ends, "{breaks:?} {in_tick}: {log}");
            assert!(starts >= 1, "{log}");
        }
    }
    assert!(broken >= 10, "only {broken}");
}

#[test]
fn a_panic_in_a_hook_resets_the_tree() {
    for hook in ["start", "first", "after", "look", "finish", "leaf start", "run", "leaf finish"] {
        let (mut tree, mut world) =
            (Beside::new(), world().runs([Running, Running, Running, Running, Success, Failure]));
        world.next.extend([End(Failure), End(Failure)]);
        let mut panicked = false;
        for tick in 0..4 {
            world.panics = Some(hook).filter(|_| tick > 0 || ["start", "first", "leaf start"].contains(&hook));
            let ticked = catch_unwind(AssertUnwindSafe(|| tree.tick(&mut world)));
            panicked = ticked.is_err();
            if panicked {
                break;
            }
        }
        assert!(panicked, "{hook}");
        assert!(!tree.is_running(), "{hook}");
        assert_eq!(world.last, Some(hook), "no hook is called after the panic");
        // It can be used again.
        world.panics = None;
        world.log.clear();
        (world.next, world.look, world.runs) = ([Child(0)].into(), [].into(), [].into());
        assert_eq!(tree.tick(&mut world), Ok(Running), "{hook}");
        assert_eq!(world.take(), "p, run p, start, first of 2, a, run a, q, run q");
    }
}

/// The message of the panic in one of the first ticks of a tree.
fn panic_of(mut tick: impl FnMut() -> Status) -> String {
    let ticked = catch_unwind(AssertUnwindSafe(|| {
        for _ in 0..3 {
            tick();
        }
    }));
    let message = ticked.expect_err("it panics");
    message.downcast_ref::<String>().cloned().expect("a panic has a message")
}

/// Answers at one hook as the world says, and otherwise sensibly.
#[derive(Default)]
struct Careless;

#[derive(Default)]
struct Answers {
    first: Option<Next>,
    after: Option<Next>,
    look: Option<Look>,
}

impl Composite<Answers> for Careless {
    fn first(&mut self, answers: &mut Answers, _: usize) -> Next {
        answers.first.unwrap_or(Next::Child(0))
    }

    fn after(&mut self, answers: &mut Answers, _: usize, _: Status) -> Next {
        answers.after.unwrap_or(Next::Child(1))
    }

    fn look(&mut self, answers: &mut Answers, _: usize) -> Look {
        answers.look.unwrap_or(Look::Stay)
    }
}

#[test]
fn answers_without_a_meaning_are_panics_that_name_the_composite() {
    bt! { Tree(Answers) = careless < succeed, running > }
    let message = |mut answers: Answers| {
        let mut tree = Tree::new();
        let message = panic_of(|| tree.tick(&mut answers));
        assert!(!tree.is_running());
        message
    };
    let name = std::any::type_name::<Careless>();
    for child in [2, 3, usize::MAX] {
        let out_of_range =
            |hook: &str| format!("the `{hook}` of `{name}` chose child {child}, but it has only 2, counted from 0");
        assert_eq!(message(Answers { first: Some(Child(child)), ..Answers::default() }), out_of_range("first"));
        assert_eq!(message(Answers { after: Some(Child(child)), ..Answers::default() }), out_of_range("after"));
        assert_eq!(message(Answers { look: Some(Look::Switch(child)), ..Answers::default() }), out_of_range("look"));
    }
    let runs = |hook: &str| {
        format!("the `{hook}` of `{name}` returned `End(Running)`, but a node ends with success or failure")
    };
    assert_eq!(message(Answers { first: Some(End(Running)), ..Answers::default() }), runs("first"));
    assert_eq!(message(Answers { after: Some(End(Running)), ..Answers::default() }), runs("after"));
    assert_eq!(message(Answers { look: Some(Look::End(Running)), ..Answers::default() }), runs("look"));
}
