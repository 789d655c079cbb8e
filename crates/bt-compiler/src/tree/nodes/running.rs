//! `running`: a leaf that never ends.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin =
    Builtin { name: "running", does: "is always running", ..Builtin::of(Meaning::Leaf(Answers::RUNNING)) };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.waiting_call(node, Call::Running, exits)
}
