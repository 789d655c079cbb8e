//! `guard`: checks a condition in every tick before its child, and aborts the child when the condition no longer
//! holds.

pub use super::custom::child_or_failure as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "guard",
    does: "checks the condition when it starts, and in every later tick before the child; when it does not hold, \
           aborts the child and fails",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::One,
    passes: Passes::Children,
    asks_later: true,
    other_names: &["eternal_guard", "while"],
    ..Builtin::of(Meaning::Guard)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let child = writer.child_part(node, node.children[0]);
        Body::Guard { ask: node.code(0), child }
    })
}
