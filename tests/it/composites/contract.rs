//! Which hook is called when, and what its answer does.

use bt::{Look, Status, bt};

use super::{Broken, Child, End, Failure, Leaf, Running, Scripted, Success, World};

bt! {
    #[derive(Clone, Debug)]
    Tree(World) -> Result<Broken> = scripted < leaf('a'), leaf('b'), leaf('c') >
}

#[test]
fn start_comes_before_first_and_after_comes_when_a_child_has_ended() {
    let (mut tree, mut world) = (Tree::new(), World::new([Child(2), Child(0), End(Success)]).runs([Running, Failure]));
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(world.take(), "start, first of 3, c, run c");
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(world.take(), "look 2, run c, c Failure, after 2 Failure, a, run a");
    world.runs.push_back(Success);
    assert_eq!(tree.tick(&mut world), Ok(Success));
    assert_eq!(world.take(), "look 0, run a, a Success, after 0 Success, finish Success");
    assert!(!tree.is_running());
    // It starts again.
    world.next.push_back(End(Failure));
    assert_eq!(tree.tick(&mut world), Ok(Failure));
    assert_eq!(world.take(), "start, first of 3, finish Failure");
}

#[test]
fn the_same_child_can_be_the_next_one() {
    let next = [Child(1), Child(1), Child(1), End(Failure)];
    let (mut tree, mut world) = (Tree::new(), World::new(next).runs([Success, Failure, Success]));
    assert_eq!(tree.tick(&mut world), Ok(Failure));
    let pass = |ended: Status| format!("b, run b, b {ended:?}, after 1 {ended:?}");
    let [success, failure] = [Success, Failure].map(pass);
    assert_eq!(world.take(), format!("start, first of 3, {success}, {failure}, {success}, finish Failure"));
}

#[test]
fn a_look_can_switch_and_end() {
    let (mut tree, mut world) = (Tree::new(), World::new([Child(0)]));
    world.look.extend([Look::Switch(0), Look::Switch(2), Look::Stay, Look::End(Success)]);
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(world.take(), "start, first of 3, a, run a");
    assert_eq!(tree.tick(&mut world), Ok(Running), "the active child means `Stay`");
    assert_eq!(world.take(), "look 0, run a");
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(world.take(), "look 0, a Aborted, c, run c");
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(world.take(), "look 2, run c");
    assert_eq!(tree.tick(&mut world), Ok(Success), "without `after`");
    assert_eq!(world.take(), "look 2, c Aborted, finish Success");
}

#[test]
fn aborts_and_resets_reach_the_active_child() {
    let (mut tree, mut world) = (Tree::new(), World::new([Child(1)]));
    assert_eq!(tree.tick(&mut world), Ok(Running));
    let (mut copy, mut other) = (tree.clone(), tree.clone());
    world.take();
    tree.abort(&mut world);
    assert_eq!(world.take(), "b Aborted, finish Aborted");
    copy.reset();
    assert!(!copy.is_running());
    assert_eq!(world.take(), "");
    // A copy includes the fields of the composite.
    world.next.extend([Child(1), Child(0)]);
    world.runs.extend([Success, Success]);
    assert_eq!(other.tick(&mut world), Ok(Running));
    assert_eq!(
        world.take(),
        "look 1, run b, b Success, after 1 Success, b, run b, b Success, after 1 Success, a, run a"
    );
    assert!(format!("{other:?}").contains("ended: 2"), "{other:?}");
}

#[test]
fn it_lives_while_it_is_active() {
    bt! {
        Twice(World) -> Result<Broken> = sequence <
            scripted < leaf('a'), leaf('b') >,
            scripted < leaf('c'), leaf('d') >,
        >
    }
    let next = [Child(0), End(Success), Child(1), End(Failure)];
    let (mut tree, mut world) = (Twice::new(), World::new(next).runs([Success, Failure]));
    assert_eq!(tree.tick(&mut world), Ok(Failure));
    assert_eq!(
        world.take(),
        "start, first of 2, a, run a, a Success, after 0 Success, finish Success, start, first of 2, d, run d, d \
         Failure, after 1 Failure, finish Failure"
    );
}

#[test]
fn composites_nest() {
    bt! {
        Nested(World) -> Result<Broken> = scripted <
            scripted < leaf('a'), leaf('b') >,
            sequence < leaf('c'), leaf('d') >,
        >
    }
    let next = [Child(0), Child(1), End(Failure), Child(1), End(Success)];
    let (mut tree, mut world) = (Nested::new(), World::new(next).runs([Running, Failure, Success, Running]));
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(world.take(), "start, first of 2, start, first of 2, b, run b");
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(
        world.take(),
        "look 0, look 1, run b, b Failure, after 1 Failure, finish Failure, after 0 Failure, c, run c, c Success, d, \
         run d"
    );
    tree.abort(&mut world);
    assert_eq!(world.take(), "d Aborted, finish Aborted");
    assert!(world.next.len() == 1, "`after` was not called");
}

/// After this many passes in one tick, the next child waits for the next tick.
const PASSES: usize = 10_000;

#[test]
fn after_ten_thousand_passes_the_next_child_is_kept() {
    bt! {
        #[derive(Clone)]
        Endless(World) -> Result<Broken> = scripted < succeed, leaf('b') >
    }
    let next = std::iter::repeat_n(Child(0), PASSES).chain([Child(1)]);
    let (mut tree, mut world) = (Endless::new(), World::new(next));
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert!(tree.is_running());
    assert_eq!(tree.active().map(|node| node.title()).collect::<Vec<_>>(), ["scripted"]);
    assert_eq!(world.log.len(), 2 + PASSES, "start, first, and the rest is `after`");
    assert_eq!(world.next.len(), 0);
    world.take();
    // It is started in the next tick, without a look.
    let mut copy = tree.clone();
    assert_eq!(tree.tick(&mut world), Ok(Running));
    assert_eq!(world.take(), "b, run b");
    copy.abort(&mut world);
    assert_eq!(world.take(), "finish Aborted");
}
