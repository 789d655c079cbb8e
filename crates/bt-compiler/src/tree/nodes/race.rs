//! All children in each tick; it ends as its first child to end did.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Frame, Rule, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "race",
    params: &[],
    children: Children::Many,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let branches = node.children.iter().map(|&child| writer.branch(child)).collect();
    writer.frame(node, Frame::Parallel { rule: Rule::Parallel { success: 1, failure: 1 }, branches }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.parallel(node, 1, 1)
}
