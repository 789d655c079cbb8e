//! `fail`: a leaf that always fails.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin =
    Builtin { name: "fail", does: "always fails", ..Builtin::of(Meaning::Leaf(Answers::FAILURE)) };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Constant(Outcome::Failure), exits)
}
