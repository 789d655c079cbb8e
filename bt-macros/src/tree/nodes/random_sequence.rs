//! All children in an order that is drawn; goes on after success, ends with the first failure.

use super::super::ir::{Exits, Frame, Pick, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children, Passes};

pub static NODE: Builtin = Builtin {
    name: "random_sequence",
    params: &[],
    children: Children::Many,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::Pick { pick: Pick::AtRandom, go_on_after: true, begins, child }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.any_order(node, true)
}
