//! Asked at the start and in every later tick before the child, which it aborts when it no longer holds.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ir::{Body, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "guard",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::One,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let child = writer.child_part(node, node.children[0]);
        Body::Guard { ask: node.code(0), child }
    })
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
