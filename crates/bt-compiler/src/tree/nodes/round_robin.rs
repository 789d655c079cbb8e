//! `round_robin`

pub use super::custom::one_in_any_order as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "round_robin",
    does: "runs its children in turn until one succeeds, beginning after the child that ended it last time",
    children: Children::Many,
    passes: Passes::Children,
    ..Builtin::of(Meaning::RoundRobin)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.cell(node);
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::RoundRobin(RoundRobin { cell, begins, child }), exits)
}
