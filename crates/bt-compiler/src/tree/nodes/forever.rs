//! `forever`: runs its child again after every success; a failure ends it.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "forever",
    does: "runs the child again and again; the first failure ends it",
    children: Children::One,
    other_names: &["repeat_forever", "loop"],
    ..Builtin::of(Meaning::Loop(TURNS, Times::Endless))
};

const TURNS: Loop = Loop { go_on_after: Outcome::Success, result: Outcome::Failure };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.endless(node, TURNS, exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.success]);
    // A child that is forced to succeed never ends the loop, so a node after the loop is a mistake.
    Results { success: Possible::Known(false), failure: child.failure.clone().strictly(), running }
}
