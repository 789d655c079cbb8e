//! `condition`: a leaf that calls a function of the context.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "condition",
    does: "succeeds if the condition holds, else fails",
    params: &[Param { name: "condition", takes: Takes::Function }],
    at_once: true,
    ..Builtin::BASE
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Condition(node.code(0)), exits)
}

pub fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, true, false)
}
