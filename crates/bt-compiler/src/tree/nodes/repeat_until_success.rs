//! `repeat_until_success`: runs its child again after every failure; succeeds once the child succeeds.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "repeat_until_success",
    does: "runs the child again and again until it succeeds",
    children: Children::One,
    passes: Passes::Children,
    other_names: &["until_success", "until_succeed", "repeat_until_succeed"],
    ..Builtin::of(Meaning::Loop(TURNS, Times::Endless))
};

const TURNS: Loop = Loop { go_on_after: Outcome::Failure, result: Outcome::Success };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.endless(node, TURNS, exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let success = judge.ends(node, Outcome::Success);
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.failure]);
    Results { success, failure: Possible::Known(false), running }
}
