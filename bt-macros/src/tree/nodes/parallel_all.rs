//! All children in each tick, each to its end; then failure if too many have failed.

use super::super::ir::{Exits, Frame, Rule, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::{Builtin, Children, Param, Takes};

pub static NODE: Builtin = Builtin {
    name: "parallel_all",
    params: &[Param { name: "failure", takes: Takes::Threshold }],
    children: Children::Many,
    opens_region: true,
    lower,
};

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let branches = node.children.iter().map(|&child| lower.branch(child)).collect();
    lower.frame(node, Frame::Parallel { rule: Rule::All { failure: node.threshold(0, 1) }, branches }, exits)
}
