//! `keyed`

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "keyed",
    does: "takes the key at the start, and looks at it in every later tick before the child; when it has changed, the child is aborted and started anew",
    params: &[Param { name: "key", takes: Takes::Key }],
    children: Children::One,
    again: true,
    passes: Passes::Children,
    asks_later: true,
    ..Builtin::BASE
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Keyed(Keyed { key: node.code(0), child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.child(node, 0).clone()
}
