//! `parallel`: ticks all its children; ends as soon as enough of them have succeeded or failed.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "parallel",
    does: "runs its children side by side; succeeds once `success` of them have (default `all`), fails once `failure` \
           of them have (default `any`), and aborts the rest",
    params: &[Param { name: "success", takes: Takes::Threshold }, Param { name: "failure", takes: Takes::Threshold }],
    children: Children::Many,
    passes: Passes::Each,
    ..Builtin::of(Meaning::Parallel)
};

/// How many children must succeed, and how many fail. Default: all and any.
fn thresholds(node: &Node) -> (Threshold, Threshold) {
    (node.threshold(0, node.children.len()), node.threshold(1, 1))
}

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (success, failure) = thresholds(node);
    let branches = node.children.iter().map(|&child| writer.branch(child)).collect();
    writer.frame(node, Frame::Parallel(Parallel { rule: Rule::Parallel { success, failure }, branches }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let (success, failure) = thresholds(node);
    judge.parallel(node, success, failure)
}
