//! Short words for the nodes of a tree. Ids are written as letters, and times in milliseconds.

use bt_reference::program::{Id, Kind, Leaf, Name, Node, Number, Score, Threshold, Time, Weight};

pub fn id(letter: char) -> Id {
    letter as Id - 'A' as Id
}

pub fn time(millis: u64) -> Time {
    Time::Of(millis * 1_000_000)
}

pub fn node<const N: usize>(kind: Kind, children: [Node; N]) -> Node {
    Node::new(kind, children.into())
}

pub fn leaf(letter: char) -> Node {
    of_type(Leaf::Scripted, letter)
}

pub fn of_type(leaf: Leaf, letter: char) -> Node {
    node(Kind::Leaf(leaf, id(letter)), [])
}

pub fn condition(letter: char) -> Node {
    node(Kind::Condition(id(letter)), [])
}

pub fn running() -> Node {
    node(Kind::Running, [])
}

pub fn wait(millis: u64) -> Node {
    node(Kind::Wait(time(millis)), [])
}

pub fn sequence<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::Sequence, children)
}

pub fn selector<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::Selector, children)
}

pub fn reactive_sequence<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::ReactiveSequence, children)
}

pub fn reactive_selector<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::ReactiveSelector, children)
}

pub fn parallel<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::Parallel(None, None), children)
}

/// A `parallel` with `success = any`.
pub fn first_success<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::Parallel(Some(Threshold::Any), Some(Threshold::All)), children)
}

pub fn timeout(millis: u64, child: Node) -> Node {
    node(Kind::Timeout(time(millis)), [child])
}

pub fn cooldown(millis: u64, child: Node) -> Node {
    node(Kind::Cooldown(time(millis)), [child])
}

pub fn every(millis: u64, letter: char, child: Node) -> Node {
    node(Kind::Every(time(millis), id(letter)), [child])
}

pub fn weighted<const N: usize>(weights: [i32; N], children: [Node; N]) -> Node {
    node(Kind::Weighted(weights.map(Weight::Whole).into()), children)
}

pub fn utility<const N: usize>(letters: [char; N], children: [Node; N]) -> Node {
    node(Kind::Utility(letters.map(|letter| Score::Float(id(letter))).into()), children)
}

pub fn observe(letter: char, child: Node) -> Node {
    node(Kind::Observe(id(letter)), [child])
}

/// A leaf that has a value.
pub fn find(letter: char) -> Node {
    of_type(Leaf::Find, letter)
}

/// A leaf that is given a value.
pub fn given(letter: char, name: Name) -> Node {
    node(Kind::Argued(id(letter), Number::Bound), []).using(&[name])
}

/// A `guard` with a value in its closure.
pub fn guard_of(letter: char, name: Name, child: Node) -> Node {
    node(Kind::Guard(id(letter)), [child]).using(&[name])
}
