//! `parallel_all`: ticks all its children until each has ended; fails if too many have failed.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "parallel_all",
    does: "runs its children side by side, each until it ends; then fails if at least `failure` of them failed \
           (default 1)",
    params: &[Param { name: "failure", takes: Takes::Threshold }],
    children: Children::Many,
    ..Builtin::of(Meaning::ParallelAll)
};

/// The number of failures that makes a failure.
fn most(node: &Node) -> Threshold {
    node.threshold(0, 1)
}

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let branches = node.children.iter().map(|&child| writer.branch(child)).collect();
    writer.frame(node, Frame::Parallel(Parallel { rule: Rule::All { failure: most(node) }, branches }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let children = judge.children(node);
    let ends = all(&children.iter().map(|child| any([&child.success, &child.failure])).collect::<Vec<_>>());
    let failures: Vec<&Possible> = children.iter().map(|child| &child.failure).collect();
    let successes: Vec<&Possible> = children.iter().map(|child| &child.success).collect();
    let (success, failure) = match most(node).known() {
        Some(most) => {
            (at_least((children.len() + 1).saturating_sub(most), &successes), all([&ends, &at_least(most, &failures)]))
        }
        // A threshold that is not known yet may be as large as the number of children, or out of reach.
        None => (at_least(1, &successes), Possible::Known(true)),
    };
    let running = any(children.iter().map(|child| &child.running));
    Results { success: all([&ends, &success]), failure, running }
}
