//! `race`: ticks all its children until the first one ends, and ends with its result.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "race",
    does: "runs its children side by side until the first one ends, and ends as that one did",
    children: Children::Many,
    passes: Passes::Children,
    other_names: &["parallel_any"],
    ..Builtin::of(Meaning::Race)
};

/// One end decides.
const RULE: Rule = Rule::Parallel { success: Threshold::Known(1), failure: Threshold::Known(1) };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let branches = node.children.iter().map(|&child| writer.branch(child)).collect();
    writer.frame(node, Frame::Parallel(Parallel { rule: RULE, branches }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.parallel(node, Threshold::Known(1), Threshold::Known(1))
}
