//! `condition`: a leaf that calls a function of the context.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "condition",
    does: "succeeds if the condition holds, else fails",
    params: &[Param { name: "condition", takes: Takes::Function }],
    ..Builtin::of(Meaning::Condition)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Condition(node.code(0)), exits)
}
