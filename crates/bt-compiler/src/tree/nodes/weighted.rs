//! One child, drawn by weight at the start.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Act, Choice, Exits, Target, Tells};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "weighted",
    params: &[Param { name: "weight", takes: Takes::Weight }],
    children: Children::Many,
    opens_region: false,
    passes: Passes::RESULT,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let mut targets: Vec<Target> = node.children.iter().rev().map(|&child| writer.child(node, child, exits)).collect();
    targets.reverse();
    targets.push(exits.failure);
    writer.step(node, Act::Choose { choice: Choice::Weighted(node.weights()), targets }, Tells::ENTRY)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let drawn: Vec<&Results> = judge
        .children(node)
        .into_iter()
        .zip(node.weights())
        .filter(|(_, weight)| *weight > 0.0)
        .map(|(child, _)| child)
        .collect();
    if drawn.is_empty() { Results::known(false, true, false) } else { Results::any_of(&drawn) }
}
