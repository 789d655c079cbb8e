//! What the derive accepts, and what it finds out.

use std::time::Duration;

use bt::{Composite, Look, Next, Outcome, Status, bt};

use super::{Child, End, Failure, Running, Success};

/// Has only the required hooks. Fits any context.
#[derive(Composite, Default)]
#[composite(context = impl Sized)]
struct Last;

impl Last {
    fn first<C>(&self, _: &C, children: usize) -> Next {
        Child(children - 1)
    }

    fn after<C>(&self, _: &C, _: usize, ended: Status) -> Next {
        End(ended)
    }
}

#[test]
fn hooks_are_optional_and_contexts_generic() {
    bt! { Part(impl Sized) = last < fail, succeed > }
    bt! { Tree(u32) = last < running, last < fail, fail, part > > }
    assert_eq!(Tree::new().tick(&mut 0), Success);
    assert_eq!(bt!((u32) = last < succeed, fail >).tick(&mut 0), Failure);
}

#[test]
fn a_path_and_a_type_name_are_composites() {
    mod mine {
        pub(super) use super::Last as Selector;
        pub(super) use super::Last as Shuffle;
    }
    use mine::Selector;
    bt! { Camel(u32) = Selector < succeed, fail > }
    assert_eq!(Camel::new().tick(&mut 0), Failure);
    bt! { Path(u32) = mine::shuffle < succeed, fail > }
    assert_eq!(Path::new().tick(&mut 0), Failure);
}

type Words<'a> = Vec<&'a str>;

/// A context that borrows, type parameters, and a hook of each form.
#[derive(Composite, Clone, Debug)]
#[composite(context = Words<'_>, error = String)]
struct Mixed<T: ToString> {
    of: T,
}

impl<T> Mixed<T>
where
    T: ToString,
{
    fn new(of: T) -> Self {
        Mixed { of }
    }

    fn start(&self, words: &mut Words<'_>) {
        words.push("start");
    }

    fn first(&mut self, words: &Words<'_>, _: usize) -> Result<Next, String> {
        if words.len() > 3 { Err(self.of.to_string()) } else { Ok(Child(0)) }
    }

    fn after(&mut self, _: &mut Words<'_>, _: usize, ended: Status) -> Next {
        End(ended)
    }

    fn look(&mut self, words: &mut Words<'_>, _: usize) -> Look {
        words.push("look");
        Look::Stay
    }

    fn finish(&mut self, words: &mut Words<'_>, outcome: Outcome) {
        words.push(if outcome == Outcome::Aborted { "aborted" } else { "ended" });
    }
}

#[test]
fn hooks_take_what_they_need_and_may_fail() {
    bt! { Tree(Words<'_>) -> Result<String> = mixed::<u8>(7) < running, fail > }
    let (mut tree, mut words) = (Tree::new(), Vec::new());
    assert_eq!(tree.tick(&mut words), Ok(Running));
    assert_eq!(tree.tick(&mut words), Ok(Running));
    tree.abort(&mut words);
    assert_eq!(words, ["start", "look", "aborted"]);
    assert_eq!(tree.tick(&mut words), Err("7".to_owned()));
    assert_eq!(words, ["start", "look", "aborted", "start", "aborted"]);
}

/// Has no `look`, which an implementation by hand must declare.
#[derive(Default)]
struct Unlooking;

impl<C> Composite<C> for Unlooking {
    const LOOKS: bool = false;

    fn first(&mut self, _: &mut C, _: usize) -> Next {
        Child(0)
    }

    fn after(&mut self, _: &mut C, _: usize, ended: Status) -> Next {
        End(ended)
    }

    fn look(&mut self, _: &mut C, _: usize) -> Look {
        Look::End(Failure)
    }
}

#[derive(Composite, Default)]
#[composite(context = impl Sized)]
struct Looking;

impl Looking {
    fn first<C>(&self, _: &C, _: usize) -> Next {
        Child(0)
    }

    fn after<C>(&self, _: &C, _: usize, ended: Status) -> Next {
        End(ended)
    }

    fn look<C>(&self, _: &C, _: usize) -> Look {
        Look::Stay
    }
}

#[test]
fn with_a_look_nothing_sleeps() {
    let second = Duration::from_secs(1);
    bt! { Asleep(u32) = last < succeed, wait(1.0) > }
    bt! { ByHand(u32) = unlooking < wait(1.0), succeed > }
    bt! { Awake(u32) = looking < wait(1.0), succeed > }
    let (mut asleep, mut by_hand, mut awake) = (Asleep::new(), ByHand::new(), Awake::new());
    assert_eq!([asleep.sleep(), by_hand.sleep(), awake.sleep()], [None; 3]);
    assert_eq!(asleep.tick_for(0.25, &mut 0), Running);
    assert_eq!(by_hand.tick_for(0.25, &mut 0), Running);
    assert_eq!(awake.tick_for(0.25, &mut 0), Running);
    assert_eq!([asleep.sleep(), by_hand.sleep(), awake.sleep()], [Some(second * 3 / 4), Some(second * 3 / 4), None]);
    assert_eq!(by_hand.tick_for(0.25, &mut 0), Running, "its `look` is not called");
}

/// Never fails, whatever its children do.
#[derive(Composite, Default)]
#[composite(context = bool, returns(success))]
struct Optimist;

impl Optimist {
    fn first(&self, _: &bool, _: usize) -> Next {
        Child(0)
    }

    fn after(&self, fails: &bool, child: usize, ended: Status) -> Next {
        match ended {
            Failure if child == 0 => Child(1),
            _ => End(if *fails { Failure } else { Success }),
        }
    }
}

#[test]
fn declared_results_are_believed_and_checked() {
    bt! { Tree(bool) = repeat_until_success < optimist < fail, succeed > > }
    assert_eq!(Tree::new().tick(&mut false), Success);
    bt! { Fails(bool) = selector < unchecked < optimist < fail, succeed > >, succeed > }
    let panicked = std::panic::catch_unwind(|| Fails::new().tick(&mut true)).expect_err("it panics");
    let message = panicked.downcast_ref::<String>().cloned();
    let expected = format!(
        "the `after` of `{}` returned `End(Failure)`, which its `returns(...)` leaves out",
        std::any::type_name::<Optimist>()
    );
    assert_eq!(message, Some(expected));
}

#[test]
fn a_tree_knows_what_its_composite_returns() {
    use bt::Behavior;
    bt! { Plain(bool) = last < succeed, succeed > }
    bt! { Declared(bool) = optimist < fail, fail > }
    let can = |can: bt::Can| (can.succeed, can.fail, can.run);
    assert_eq!(can(<Plain as Behavior<bool>>::CAN), (true, true, true));
    assert_eq!(can(<Declared as Behavior<bool>>::CAN), (true, false, true));
}

#[test]
fn a_condition_may_leave_children_out() {
    bt! { Tree(u32) = last < succeed, #[cfg(any())] succeed, #[cfg(all())] fail > }
    assert_eq!(Tree::new().tick(&mut 0), Failure);
}
