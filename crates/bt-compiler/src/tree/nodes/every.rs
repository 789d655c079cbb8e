//! `every`: calls a function at regular intervals while its child is active.

pub use super::custom::first_child as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "every",
    does: "runs the child, and calls the action each time `time` has passed; 0 means once a tick",
    params: &[Param { name: "time", takes: Takes::Time }, Param { name: "action", takes: Takes::Effect }],
    children: Children::One,
    needs: &[Need::Time],
    passes: Passes::Children,
    asks_later: true,
    ..Builtin::of(Meaning::Every)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    let period = match node.args[0] {
        Value::Literal(code) => Period::Literal(code),
        _ => Period::Once(node.code(0)),
    };
    writer.frame(node, Frame::Every(Every { period, action: node.code(1), child }), exits)
}
