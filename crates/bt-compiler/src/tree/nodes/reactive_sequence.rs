//! A sequence that begins with its first child in every tick.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Body, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "reactive_sequence",
    params: &[],
    children: Children::Many,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let children = node.children.iter().map(|&child| writer.child_part(node, child)).collect();
        Body::Reactive { go_on_after: true, children }
    })
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, true)
}
