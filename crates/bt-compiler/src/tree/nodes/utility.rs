//! The child with the highest score; after its failure the best of those that are left.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Frame, Pick, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "utility",
    params: &[Param { name: "score", takes: Takes::Score }],
    children: Children::Many,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::Pick { pick: Pick::Best(node.codes()), go_on_after: false, begins, child }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.any_order(node, false)
}
