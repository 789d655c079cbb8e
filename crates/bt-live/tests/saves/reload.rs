//! After a reload, a save is that of the tree as the compiler would make it from the new text.

use bt::{Save, bt};
use bt_live::{Live, offer};

bt! {
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    pub Guard(u32) { rest: f64 } = sequence <
        doze: wait(rest),
        timeout(5.0) < sequence < wait(2.0), action(|n| *n += 1) > >,
    >
}

mod before {
    bt::bt! {
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
        pub Guard(u32) { rest: f64 } = sequence <
            doze: wait(rest),
            timeout(5.0) < sequence < wait(2.0), action(|n| *n += 1) > >,
        >
    }
}

/// What a build makes from the new text.
mod after {
    bt::bt! {
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
        pub Guard(u32) { rest: f64 } = repeat(3) < sequence <
            cooldown(1.0) < doze: wait(rest) >,
            run_once < wait(2.0) >,
            action(|n| *n += 1),
        > >
    }
}

const OLD: &str = "sequence <
        doze: wait(rest),
        timeout(5.0) < sequence < wait(2.0), action(|n| *n += 1) > >,
    >\n}\n\nmod before";
const NEW: &str = "repeat(3) < sequence < cooldown(1.0) < doze: wait(rest) >, run_once < wait(2.0) >, action(|n| *n \
                   += 1) > >\n}\n\nmod before";

pub fn bytes(tree: &(impl bt::Tree + serde::Serialize)) -> Vec<u8> {
    postcard::to_allocvec(&Save(tree)).expect("it can be saved")
}

#[test]
fn after_a_reload_a_save_has_the_shape_of_the_new_text() {
    let (mut live, mut old, mut number, mut other) = (Live::from(Guard::new(3.0)), before::Guard::new(3.0), 0, 0);
    live.tick_for(1.0, &mut number);
    old.tick_for(1.0, &mut other);
    let first = bytes(&live);
    assert_eq!(first, bytes(&old));
    assert_eq!(Save::<Guard>::SHAPE, Save::<before::Guard>::SHAPE);

    let source = include_str!("reload.rs");
    let changed = source.replacen(OLD, NEW, 1);
    assert_ne!(source, changed);
    offer(file!(), &changed).expect("the new text is right");
    // Until its next tick, the agent still has the old tree.
    assert_eq!(bytes(&live), first);

    live.tick_for(1.0, &mut number);
    let saved = bytes(&live);
    let Save(mut built) = postcard::from_bytes::<Save<after::Guard>>(&saved).expect("a build makes this tree");
    assert_eq!(bytes(&built), saved);
    let Save(mut again) = postcard::from_bytes::<Save<Live<Guard>>>(&saved).expect("its own");
    let mut numbers = [number; 2];
    for tick in 0..20 {
        let answers = [built.tick_for(0.4, &mut numbers[0]), again.tick_for(0.4, &mut numbers[1])];
        assert_eq!(answers[0], answers[1], "tick {tick}");
        assert_eq!(bytes(&built), bytes(&again), "tick {tick}");
        assert_eq!(numbers[0], numbers[1]);
    }
    assert!(numbers[0] > number, "the tree did something");

    // A save of the old text is refused, as by the new build.
    let refused = |error: String| assert!(error.contains("an older shape"), "{error}");
    let text = serde_json::to_string(&Save(&old)).expect("it can be saved");
    refused(serde_json::from_str::<Save<Live<Guard>>>(&text).expect_err("another shape").to_string());
    refused(serde_json::from_str::<Save<after::Guard>>(&text).expect_err("another shape").to_string());
}

/// A leaf without `Clone`.
#[bt::leaf]
fn stay(_: &mut u32) -> bool {
    true
}

bt! {
    #[derive(Clone)]
    pub Copied(u32) = wait(1.0)
}

#[test]
fn a_text_with_a_leaf_that_lacks_what_the_tree_derives_is_refused() {
    let _live = Live::from(Copied::new());
    let changed = include_str!("reload.rs").replacen("pub Copied(u32) = wait(1.0)", "pub Copied(u32) = stay", 1);
    let refused = offer(file!(), &changed).expect_err("`stay` has no `Clone`");
    assert!(refused.to_string().contains("the tree derives `Clone`"), "{refused}");
}

/// A leaf that hears messages.
#[derive(bt::Behavior, Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[behavior(context = u32, message = u32)]
struct Hear;

impl Hear {
    fn run(&mut self, _: &mut u32) -> bt::Status {
        bt::Status::Running
    }

    fn receive(&mut self, heard: &mut u32, message: &u32) {
        *heard += message;
    }
}

bt! {
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    pub Waits(u32) on u32 = parallel < hear, wait(5.0) >
}

mod longer {
    use super::Hear;

    bt::bt! {
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
        pub Waits(u32) on u32 = parallel < hear, wait(5.0), wait(6.0) >
    }
}

/// A message moves the agent to the new tree, and only a tick starts the new branch.
#[test]
fn a_branch_that_an_edit_has_added_may_not_have_begun() {
    let (mut live, mut heard) = (Live::from(Waits::new()), 0);
    live.tick_for(1.0, &mut heard);
    let changed = include_str!("reload.rs").replacen("hear, wait(5.0) >", "hear, wait(5.0), wait(6.0) >", 1);
    offer(file!(), &changed).expect("the new text is right");
    live.send(&mut heard, &3);
    assert_eq!((heard, live.active().count()), (3, 3));
    let saved = bytes(&live);
    let Save(mut built) = postcard::from_bytes::<Save<longer::Waits>>(&saved).expect("a build makes this tree");
    let Save(mut again) = postcard::from_bytes::<Save<Live<Waits>>>(&saved).expect("its own");
    assert!(built.tick_for(1.0, &mut heard).is_running() && again.tick_for(1.0, &mut heard).is_running());
    assert_eq!((built.active().count(), again.active().count()), (4, 4));
    assert_eq!(bytes(&built), bytes(&again));
}
