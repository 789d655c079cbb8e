//! `repeat`: runs its child until it has succeeded a number of times; a failure ends it.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "repeat",
    does: "runs the child until it has succeeded `times` times; the first failure ends it",
    params: &[Param { name: "times", takes: Takes::Count }],
    children: Children::One,
    other_names: &["repeater", "for"],
    ..Builtin::of(Meaning::Loop(TURNS, Times::Counted))
};

const TURNS: Loop = Loop { go_on_after: Outcome::Success, result: Outcome::Failure };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Counted(Counted { turns: TURNS, count: node.code(0), child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.success]);
    // With a count of 0 it succeeds at once.
    Results { success: Possible::Known(true), failure: child.failure.clone(), running }
}
