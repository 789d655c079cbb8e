//! `race`: ticks all its children until the first one ends, and ends with its result.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "race",
    does: "ticks all children until the first one ends; its result is the node's, and the others are aborted",
    children: Children::Many,
    results,
    lower,
    ..Builtin::BASE
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let branches = node.children.iter().map(|&child| writer.branch(child)).collect();
    writer.frame(node, Frame::Parallel(Parallel { rule: Rule::Parallel { success: 1, failure: 1 }, branches }), exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.parallel(node, 1, 1)
}
