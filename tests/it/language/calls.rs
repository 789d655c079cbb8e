//! How leaves, their arguments and their parts are written.

use bt::{Behavior, Status, bt};

use crate::bench::Bench;

use super::leaves::{self, Say};
use super::public;

#[derive(Default, Debug)]
struct Wolf;

impl Bench {
    fn ring(&mut self) {
        self.log.push("ring".into());
    }

    fn is_flagged(&self) -> bool {
        self.flag
    }
}

#[test]
fn leaves_are_named_in_many_ways() {
    bt! {
        Tree(Bench) = sequence <
            say("args", 1),
            Say("camel", 1),
            leaves::say(|bench| format!("closure {}", bench.number), 2),
            say { what: "fields".into(), times: 1 },
            self::leaves::Say::loudly("made"),
            leaves::chase::<Wolf>,
            crate::language::leaves::chase::<u32>,
            leaves::a("A"),
            action(Bench::ring),
            action(|bench| bench.log.push("closure".into())),
            inverter < condition(Bench::is_flagged) >,
            inverter < condition(move |bench| bench.flag) >,
        >
    }
    let (mut tree, mut bench) = (Tree::new(), Bench { number: 7, ..Bench::new("A=S") });
    assert_eq!(tree.tick(&mut bench), Status::Success);
    let expected = "args, camel, closure 7, closure 7, fields, MADE, chase Wolf, chase 0, start A, finish A Success, \
                    ring, closure";
    assert_eq!(bench.take(), expected);
}

/// A leaf with two arguments of any kind.
struct Note(String);

impl Note {
    fn new(first: impl core::fmt::Debug, second: impl core::fmt::Debug) -> Self {
        Note(format!("{first:?} {second:?}"))
    }
}

impl Behavior<Bench> for Note {
    type Answer = ();

    fn run(&mut self, bench: &mut Bench) {
        bench.log.push(self.0.clone());
    }
}

/// A context with two type arguments.
struct Pair<First, Second>(First, Second);

#[test]
fn marks_in_arguments_are_those_of_expressions() {
    const LIMIT: (u32,) = (2,);
    bt! {
        Tree(Bench) = sequence <
            note(1 | 2, |bench| bench.number),
            note(LIMIT.0 < 3, |bench| bench.number > 4),
            note(vec![(1, 2)].into_iter().collect::<std::collections::BTreeMap<u8, u8>>(), 3),
        >
    }
    let mut bench = Bench { number: 5, ..Bench::default() };
    assert_eq!(Tree::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "3 5, true true, {1: 2} 3");
    bt! {
        Rising(Pair<u32, u32>) = sequence <
            condition(|pair: &Pair<u32, u32>| pair.0 < pair.1),
            condition(move |pair: &Pair<u32, u32>| pair.0 < pair.1),
        >
    }
    assert_eq!(Rising::new().tick(&mut Pair(1, 2)), Status::Success);
    assert_eq!(Rising::new().tick(&mut Pair(2, 1)), Status::Failure);
}

/// A leaf of the name of a node.
#[derive(Default)]
struct Fail<Why>(core::marker::PhantomData<Why>);

impl<Why> Behavior<Bench> for Fail<Why> {
    type Answer = ();

    fn run(&mut self, bench: &mut Bench) {
        bench.log.push("not at all".into());
    }
}

#[test]
fn a_name_with_type_arguments_is_no_node() {
    bt! { Tree(Bench) = sequence < fail::<Wolf>, fail::<Option<fn(u32) -> Wolf>> > }
    let mut bench = Bench::default();
    assert_eq!(Tree::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "not at all, not at all");
}

macro_rules! often {
    ($name:ident, $context:ty, $times:expr, $leaf:path) => {
        bt! { $name($context) = repeat($times) < $leaf > }
    };
}

#[test]
fn parts_of_a_tree_are_handed_on_by_other_macros() {
    often!(Tree, Bench, 1 + 1, leaves::chase::<u32>);
    let (mut tree, mut bench) = (Tree::new(), Bench::default());
    while tree.tick(&mut bench).is_running() {}
    assert_eq!(bench.take(), "chase 0, chase 0");
}

/// One of several leaves.
#[derive(Behavior)]
#[behavior(context = Bench)]
enum Deed {
    Nod(public::Nod),
    Say(Say),
}

impl Deed {
    fn greet() -> Self {
        Deed::Say(Say::new("hello", 1))
    }
}

#[test]
fn a_variant_without_arguments_holds_a_default() {
    bt! { Tree(Bench) = sequence < Deed::Nod, Deed::Say(Say::loudly("yes")), Deed::greet > }
    let mut bench = Bench::default();
    assert_eq!(Tree::new().tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "nod, YES, hello");
}
