//! `wait_until`: a leaf that runs until a condition holds.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "wait_until",
    does: "is running until the condition holds, then succeeds",
    params: &[Param { name: "condition", takes: Takes::Function }],
    asks_later: true,
    ..Builtin::BASE
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.waiting_call(node, Call::WaitUntil(node.code(0)), exits)
}

pub fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, false, true)
}
