//! `weighted`: runs one child, drawn by weight at the start.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "weighted",
    does: "runs one child, drawn by weight when the node starts, and ends as that one does",
    params: &[Param { name: "weight", takes: Takes::Weight }],
    children: Children::Many,
    needs: &[Need::Random],
    passes: Passes::Children,
    other_names: &["probability_selector", "weighted_random"],
    ..Builtin::of(Meaning::Weighted)
};

/// The weight of each child.
fn weights(node: &Node) -> Vec<Number> {
    (0..node.args.len()).map(|index| node.number(index)).collect()
}

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let mut ways = writer.children(node, exits);
    ways.push(exits.failure);
    writer.step(node, Act::Choose { choice: Choice::Weighted(weights(node)), exits: ways })
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let weights = weights(node);
    let heavy = |weight: &Number| matches!(weight, Number::Known(weight) if *weight > 0.0);
    let can_be_drawn = |weight: &Number| heavy(weight) || matches!(weight, Number::Code(_));
    let children = judge.children(node).into_iter().zip(&weights);
    let mut results: Vec<&Results> =
        children.filter(|(_, weight)| can_be_drawn(weight)).map(|(child, _)| child).collect();
    let none = Results::known(false, true, false);
    if !weights.iter().any(heavy) {
        results.push(&none);
    }
    Results::any_of(&results)
}
