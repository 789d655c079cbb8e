//! `weighted`: runs one child, drawn by weight at the start.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "weighted",
    does: "one child, drawn by weight at the start; a weight of 0 or less is never drawn",
    params: &[Param { name: "weight", takes: Takes::Weight }],
    children: Children::Many,
    needs: &[Need::Random],
    results,
    lower,
    ..Builtin::BASE
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let mut ways = writer.children(node, exits);
    ways.push(exits.failure);
    writer.step(node, Act::Choose { choice: Choice::Weighted(node.weights()), exits: ways })
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
