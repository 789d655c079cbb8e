//! Calls a function from time to time while the child is active.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Frame, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "every",
    params: &[Param { name: "time", takes: Takes::Time }, Param { name: "action", takes: Takes::Function }],
    children: Children::One,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Every { duration: node.code(0), action: node.code(1), child }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.child(node, 0).clone()
}
