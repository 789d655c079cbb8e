//! A `match` on the context, decided at the start.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Act, Choice, Exits, Target, Tells};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "switch",
    params: &[Param { name: "value", takes: Takes::Choice }],
    children: Children::Arms,
    opens_region: false,
    passes: Passes::RESULT,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let mut targets: Vec<Target> = node.children.iter().rev().map(|&child| writer.child(node, child, exits)).collect();
    targets.reverse();
    writer.step(node, Act::Choose { choice: Choice::Match(node.code(0)), targets }, Tells::START)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results::any_of(&judge.children(node))
}
