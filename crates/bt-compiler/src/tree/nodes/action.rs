//! `action`: a leaf that calls a function of the context.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "action",
    does: "calls the function with the context; its answer is the node's: a status, `bool`, nothing, an `Option`, a `Poll` of nothing or of an `Option`, or a `Result` of one of these; a closure with two parameters gets the time that is left, too",
    params: &[Param { name: "function", takes: Takes::Action }],
    results,
    lower,
    ..Builtin::BASE
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    match node.args[0] {
        Value::Timed(action) => writer.timed_call(node, Call::TimedAction(action), exits),
        _ => writer.waiting_call(node, Call::Action(node.code(0)), exits),
    }
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::ANYTHING
}
