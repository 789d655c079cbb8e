//! `keyed`

pub use super::custom::first_child as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "keyed",
    does: "aborts the child and starts it again when the key has changed: for a walk to a goal that moves",
    params: &[Param { name: "key", takes: Takes::Key }],
    children: Children::One,
    passes: Passes::Children,
    asks_later: true,
    ..Builtin::of(Meaning::Keyed)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Keyed(Keyed { key: node.code(0), child }), exits)
}
