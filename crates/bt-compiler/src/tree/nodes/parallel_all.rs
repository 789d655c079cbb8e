//! `parallel_all`: ticks all its children until each has ended; fails if too many have failed.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "parallel_all",
    does: "runs all children to their ends; then failure if at least `failure` of them failed (default 1), else success",
    params: &[Param { name: "failure", takes: Takes::Threshold }],
    children: Children::Many,
    results,
    lower,
    ..Builtin::BASE
};

/// How many failures are failure.
fn most(node: &Node) -> usize {
    node.threshold(0, 1)
}

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let branches = node.children.iter().map(|&child| writer.branch(child)).collect();
    writer.frame(node, Frame::Parallel(Parallel { rule: Rule::All { failure: most(node) }, branches }), exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let children = judge.children(node);
    let (all_of, most) = (children.len(), most(node));
    let ends = all(&children.iter().map(|child| any([&child.success, &child.failure])).collect::<Vec<_>>());
    let failures: Vec<&Possible> = children.iter().map(|child| &child.failure).collect();
    let successes: Vec<&Possible> = children.iter().map(|child| &child.success).collect();
    Results {
        success: all([&ends, &at_least((all_of + 1).saturating_sub(most), &successes)]),
        failure: all([&ends, &at_least(most, &failures)]),
        running: any(children.iter().map(|child| &child.running)),
    }
}
