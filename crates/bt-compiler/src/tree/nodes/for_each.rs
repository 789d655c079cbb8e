//! `for_each`: runs its child for one item after another.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "for_each",
    does: "runs the child for item 0, 1, .. until there is none, and then succeeds; the first failure ends it",
    params: &[Param { name: "item", takes: Takes::Items }],
    children: Children::One,
    passes: Passes::Items,
    asks_later: true,
    ..Builtin::of(Meaning::ForEach)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::ForEach(ForEach { items: node.code(0), child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.success]);
    // Without items it succeeds at once.
    Results { success: Possible::Known(true), failure: child.failure.clone(), running }
}
