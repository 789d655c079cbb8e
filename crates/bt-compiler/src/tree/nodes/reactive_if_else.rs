//! A condition chooses between two children in every tick.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Body, Choice, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "reactive_if_else",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::Between(1, 2),
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let then = Some(writer.child_part(node, node.children[0]));
        let otherwise = node.children.get(1).map(|&child| writer.child_part(node, child));
        Body::Rechoose { choice: Choice::If(node.code(0)), children: vec![then, otherwise] }
    })
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let without = Results::known(false, true, false);
    let mut branches = judge.children(node);
    if branches.len() == 1 {
        branches.push(&without);
    }
    Results::any_of(&branches)
}
