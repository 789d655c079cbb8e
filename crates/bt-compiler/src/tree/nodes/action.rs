//! `action`: a leaf that calls a function of the context.

use super::custom::leaf_results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "action",
    does: "calls the function with the context, and answers what it returns",
    params: &[Param { name: "function", takes: Takes::Action }],
    passes: Passes::Own,
    asks_later: true,
    ..Builtin::of(Meaning::Anything)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    match node.args[0] {
        Value::Timed(action) => writer.timed_call(node, Call::TimedAction(action), exits),
        _ => writer.waiting_call(node, Call::Action(node.code(0)), exits),
    }
}

/// The possible answers of a function follow from its type. Closures are not checked: they may use parameters of the
/// tree.
pub fn results(judge: &mut Judge, node: &Node) -> Results {
    match node.args[0] {
        Value::Code(action) if judge.source.is_path(action) => leaf_results(judge, action),
        _ => Results::ANYTHING,
    }
}
