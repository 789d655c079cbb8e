//! All children in each tick; it ends as soon as enough of them have succeeded or failed.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Frame, Rule, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "parallel",
    params: &[Param { name: "success", takes: Takes::Threshold }, Param { name: "failure", takes: Takes::Threshold }],
    children: Children::Many,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (success, failure) = (node.threshold(0, node.children.len()), node.threshold(1, 1));
    let branches = node.children.iter().map(|&child| writer.branch(child)).collect();
    writer.frame(node, Frame::Parallel { rule: Rule::Parallel { success, failure }, branches }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let (success, failure) = (node.threshold(0, node.children.len()), node.threshold(1, 1));
    judge.parallel(node, success, failure)
}
