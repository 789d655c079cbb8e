//! A `match` on the context, decided at the start.

use super::super::ir::{Act, Choice, Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children, Param, Takes};

pub static NODE: Builtin = Builtin {
    name: "switch",
    params: &[Param { name: "value", takes: Takes::Choice }],
    children: Children::Arms,
    opens_region: false,
    lower,
    results,
};

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let mut targets: Vec<Target> = node.children.iter().rev().map(|&child| lower.child(node, child, exits)).collect();
    targets.reverse();
    lower.step(node.id, Act::Choose { choice: Choice::Match(node.code(0)), targets })
}

fn results(judge: &Judge, node: &Node) -> Results {
    Results::any_of(&judge.children(node))
}
