//! `action`: a leaf that calls a function of the context.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "action",
    does: "calls the function with the context; its answer is the node's: a status, `bool`, nothing, or a `Result` of one of these",
    params: &[Param { name: "function", takes: Takes::Function }],
    results,
    lower,
    ..Builtin::BASE
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.waiting_call(node, Call::Action(node.code(0)), exits)
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::ANYTHING
}
