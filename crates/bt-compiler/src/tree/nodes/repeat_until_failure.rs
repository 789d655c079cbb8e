//! `repeat_until_failure`: runs its child again after every success; succeeds once the child fails.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "repeat_until_failure",
    does: "runs the child again and again until it fails, and then succeeds",
    children: Children::One,
    other_names: &["until_failure", "until_fail", "repeat_until_fail", "keep_running_until_failure"],
    ..Builtin::of(Meaning::Loop(TURNS, Times::Endless))
};

const TURNS: Loop = Loop { go_on_after: Outcome::Success, result: Outcome::Success };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.endless(node, TURNS, exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let success = judge.ends(node, Outcome::Failure);
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.success]);
    Results { success, failure: Possible::Known(false), running }
}
