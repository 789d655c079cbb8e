//! `retry`: runs its child until it has failed a number of times; a success ends it.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "retry",
    does: "runs the child until it succeeds; fails when it has failed `attempts` times",
    params: &[Param { name: "attempts", takes: Takes::Count }],
    children: Children::One,
    passes: Passes::Children,
    other_names: &["retry_until_successful", "retry_until_success"],
    ..Builtin::of(Meaning::Loop(TURNS, Times::Counted))
};

const TURNS: Loop = Loop { go_on_after: Outcome::Failure, result: Outcome::Success };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Counted(Counted { turns: TURNS, count: node.code(0), child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let success = judge.ends(node, Outcome::Success);
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.failure]);
    // With a count of 0 it fails at once.
    Results { success, failure: Possible::Known(true), running }
}
