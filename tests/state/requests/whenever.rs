//! One start, one cancel: whenever and however a tree gives up a request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use bt::{Request, Status, bt, leaf};

use super::sides::{ByHand, Channel, Reaped, Seen, Side, Task, Thread, Tokio};

struct World {
    side: Box<dyn Side>,
    mood: Mood,
    got: Vec<u32>,
}

/// What the other leaves do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mood {
    Calm,
    Panics,
    Fails,
    Forbids,
    PanicsWhileAsking,
}

#[derive(Debug, PartialEq)]
struct Broken;

#[leaf]
fn meddle(world: &World) -> Result<Status, Broken> {
    match world.mood {
        Mood::Panics => panic!("meddled"),
        Mood::Fails => Err(Broken),
        _ => Ok(Status::Running),
    }
}

#[leaf]
fn ask(world: &mut World) -> Request<u32> {
    let request = world.side.ask();
    assert!(world.mood != Mood::PanicsWhileAsking, "asked");
    request
}

bt! {
    Tree(World) -> Result<Broken> = reactive_sequence <
        condition(|world| world.mood != Mood::Forbids),
        parallel(success = 1) <
            meddle,
            sequence < timeout(1.0) < ask > -> number, action(|world| world.got.push(number)) >,
        >,
    >
}

/// How the tree gives the request up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Abort,
    Reset,
    Drop,
    Panic,
    Error,
    Deadline,
    Guard,
}

const ENDS: [End; 7] = [End::Abort, End::Reset, End::Drop, End::Panic, End::Error, End::Deadline, End::Guard];

fn sides() -> [Box<dyn Side>; 6] {
    [
        Box::<ByHand>::default(),
        Box::<Reaped>::default(),
        Box::<Channel>::default(),
        Box::<Thread>::default(),
        Box::<Task>::default(),
        Box::<Tokio>::default(),
    ]
}

/// Waits until the other side has seen as many cancels.
fn has_seen(side: &mut dyn Side, asked: usize, cancelled: usize) -> Seen {
    let mut seen = side.seen();
    for _ in 0..10_000 {
        if seen.cancelled == cancelled {
            break;
        }
        thread::sleep(Duration::from_millis(1));
        seen = side.seen();
    }
    assert_eq!((seen.asked, seen.cancelled), (asked, cancelled));
    seen
}

fn tick(tree: &mut Tree, world: &mut World, seconds: f64) -> Result<Status, Broken> {
    tree.tick_for(seconds, world)
}

/// Gives a tree up, and returns it if there still is one.
fn end(end: End, mut tree: Tree, world: &mut World) -> Option<Tree> {
    world.mood = match end {
        End::Panic => Mood::Panics,
        End::Error => Mood::Fails,
        End::Guard => Mood::Forbids,
        _ => Mood::Calm,
    };
    match end {
        End::Abort => tree.abort(world),
        End::Reset => tree.reset(),
        End::Drop => {
            drop(tree);
            return None;
        }
        End::Panic => {
            let ticked = catch_unwind(AssertUnwindSafe(|| tick(&mut tree, world, 0.01)));
            assert!(ticked.is_err());
        }
        End::Error => assert_eq!(tick(&mut tree, world, 0.01), Err(Broken)),
        End::Deadline | End::Guard => assert_eq!(tick(&mut tree, world, 2.0), Ok(Status::Failure)),
    }
    world.mood = Mood::Calm;
    assert!(!tree.is_running(), "{end:?}");
    Some(tree)
}

#[test]
fn a_pending_request_is_cancelled_once_however_it_ends() {
    for (side, ticks) in sides().into_iter().zip([1, 3, 1, 3, 1, 3]) {
        let (mut world, mut asked) = (World { side, mood: Mood::Calm, got: Vec::new() }, 0);
        let mut tree = Tree::new();
        for how in ENDS {
            for _ in 0..ticks {
                assert_eq!(tick(&mut tree, &mut world, 0.1), Ok(Status::Running));
            }
            asked += 1;
            tree = end(how, tree, &mut world).unwrap_or_default();
            has_seen(&mut *world.side, asked, asked);
            tree.abort(&mut world);
            tree.reset();
            has_seen(&mut *world.side, asked, asked);
        }
        drop(tree);
        has_seen(&mut *world.side, asked, asked);
        assert!(world.got.is_empty());
    }
}

#[test]
fn an_answer_that_is_not_read_is_cancelled_once() {
    for side in sides() {
        let (mut world, mut asked) = (World { side, mood: Mood::Calm, got: Vec::new() }, 0);
        let mut tree = Tree::new();
        // At the deadline the answer would be read.
        for how in ENDS.into_iter().filter(|how| *how != End::Deadline) {
            assert_eq!(tick(&mut tree, &mut world, 0.1), Ok(Status::Running));
            world.side.answer(7);
            asked += 1;
            tree = end(how, tree, &mut world).unwrap_or_default();
            let cancels = asked * world.side.cancels_after_answer();
            has_seen(&mut *world.side, asked, cancels);
            assert!(world.got.is_empty());
        }
    }
}

#[test]
fn an_answer_that_is_read_is_not_cancelled() {
    for side in sides() {
        let mut world = World { side, mood: Mood::Calm, got: Vec::new() };
        let mut tree = Tree::new();
        for asked in 1..4 {
            assert_eq!(tick(&mut tree, &mut world, 0.01), Ok(Status::Running));
            world.side.answer(7);
            let mut status = Ok(Status::Running);
            for _ in 0..10_000 {
                status = tick(&mut tree, &mut world, 0.0);
                if status != Ok(Status::Running) {
                    break;
                }
                thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(status, Ok(Status::Success));
            tree.abort(&mut world);
            assert_eq!(world.got.len(), asked);
            let cancels = asked * world.side.cancels_after_poll();
            has_seen(&mut *world.side, asked, cancels);
        }
        assert_eq!(world.got, [7; 3]);
    }
}

#[test]
fn a_request_that_is_never_polled_is_cancelled_once() {
    for side in sides() {
        let mut world = World { side, mood: Mood::PanicsWhileAsking, got: Vec::new() };
        let mut tree = Tree::new();
        let ticked = catch_unwind(AssertUnwindSafe(|| tree.tick_for(0.1, &mut world)));
        assert!(ticked.is_err() && !tree.is_running());
        assert_eq!(has_seen(&mut *world.side, 1, 1).polls, 0);
        drop(world.side.ask());
        assert_eq!(has_seen(&mut *world.side, 2, 2).polls, 0);
    }
}

#[test]
fn it_is_polled_once_a_tick_from_the_tick_of_its_start() {
    let sides: [Box<dyn Side>; 3] = [Box::<ByHand>::default(), Box::<Reaped>::default(), Box::<Task>::default()];
    for side in sides {
        let mut world = World { side, mood: Mood::Calm, got: Vec::new() };
        let mut tree = Tree::new();
        for ticks in 1..5 {
            assert_eq!(tick(&mut tree, &mut world, 0.1), Ok(Status::Running));
            let expected = Seen { asked: 1, polls: ticks, cancelled: 0 };
            assert_eq!(world.side.seen(), expected);
        }
        world.side.answer(3);
        assert_eq!(tick(&mut tree, &mut world, 0.1), Ok(Status::Success));
        assert_eq!(world.side.seen(), Seen { asked: 1, polls: 5, cancelled: 0 });
    }
}

#[test]
fn a_deadline_reads_an_answer_that_is_there_and_cancels_one_that_is_not() {
    for late in [false, true] {
        let mut world = World { side: Box::<ByHand>::default(), mood: Mood::Calm, got: Vec::new() };
        let mut tree = Tree::new();
        assert_eq!(tick(&mut tree, &mut world, 0.75), Ok(Status::Running));
        if !late {
            world.side.answer(3);
        }
        let (status, cancelled) = if late { (Status::Failure, 1) } else { (Status::Success, 0) };
        assert_eq!(tick(&mut tree, &mut world, 0.25), Ok(status));
        has_seen(&mut *world.side, 1, cancelled);
    }
}
