//! `wait_until`: a leaf that runs until a condition holds.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "wait_until",
    does: "is running until the condition holds, then succeeds",
    params: &[Param { name: "condition", takes: Takes::Function }],
    asks_later: true,
    ..Builtin::of(Meaning::WaitUntil)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.waiting_call(node, Call::WaitUntil(node.code(0)), exits)
}
