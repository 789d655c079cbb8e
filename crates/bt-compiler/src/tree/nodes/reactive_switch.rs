//! A `match` on the context, decided in every tick.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Body, Choice, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "reactive_switch",
    params: &[Param { name: "value", takes: Takes::Choice }],
    children: Children::Arms,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let children = node.children.iter().map(|&child| Some(writer.child_part(node, child))).collect();
        Body::Rechoose { choice: Choice::Match(node.code(0)), children }
    })
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results::any_of(&judge.children(node))
}
