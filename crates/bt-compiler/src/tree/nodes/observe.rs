//! Lets a reactive node look again only when a key has changed.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Frame, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "observe",
    params: &[Param { name: "key", takes: Takes::Key }],
    children: Children::Reactive,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.observed_region(node.children[0]);
    writer.frame(node, Frame::Observe { key: node.code(0), child }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.child(node, 0).clone()
}
