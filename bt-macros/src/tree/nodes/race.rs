//! All children in each tick; it ends as its first child to end did.

use super::super::ir::{Exits, Frame, Rule, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "race", params: &[], children: Children::Many, opens_region: true, lower, results };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let branches = node.children.iter().map(|&child| lower.branch(child)).collect();
    lower.frame(node, Frame::Parallel { rule: Rule::Parallel { success: 1, failure: 1 }, branches }, exits)
}

fn results(judge: &Judge, node: &Node) -> Results {
    judge.parallel(node, 1, 1)
}
