//! `reactive_sequence`: a `sequence` that starts from its first child in every tick.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "reactive_sequence",
    does: "a `sequence` that starts from its first child in every tick; the running child is resumed at its turn, and aborted if an earlier child fails or is running",
    children: Children::Many,
    reactive: true,
    passes: Passes::Last,
    results,
    lower,
    ..Builtin::BASE
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let bound = writer.bound_by_children(node);
    if !writer.keeps_values(node, &bound) {
        return writer.part(node, exits, |writer| body(writer, node, bound, Vec::new()));
    }
    let child = writer.region_of_parts(node, |writer| body(writer, node, Vec::new(), bound.clone()));
    // The node in the frame reports its start and its end itself.
    writer.frame(node, Frame::Keep(Keep { child, keeps: bound }), exits.untold())
}

/// The values that it binds are variables of its function, unless the frame around it keeps them.
fn body(writer: &mut Writer, node: &Node, locals: Vec<ValueId>, keeps: Vec<ValueId>) -> Body {
    let children = node.children.iter().map(|&child| writer.child_part(node, child)).collect();
    Body::Reactive { go_on_after: true, children, locals, keeps }
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.claim_unthrottled(node);
    judge.chain(node, true)
}
