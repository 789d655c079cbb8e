//! `observe`: lets a reactive node decide again only when a key has changed.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "observe",
    does: "re-evaluates the reactive node below only when the key changes; until then the running child simply \
           continues",
    params: &[Param { name: "key", takes: Takes::Key }],
    children: Children::Reactive,
    passes: Passes::Children,
    asks_later: true,
    ..Builtin::of(Meaning::Observe)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.observed_region(node.children[0]);
    writer.frame(node, Frame::Observe(Observe { key: node.code(0), child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.claim_reactive(node);
    judge.child(node, 0).clone()
}
