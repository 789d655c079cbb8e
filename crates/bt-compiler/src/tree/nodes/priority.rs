//! `priority`: in every tick, runs the first child whose condition holds.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "priority",
    does: "every tick, runs the first child whose condition holds; if another child was active, aborts that one first",
    children: Children::Conditions,
    passes: Passes::Children,
    ..Builtin::of(Meaning::Priority)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.region_of_parts(node, |writer| {
        let children = node.children.iter().map(|&child| writer.child_part(node, child)).collect();
        Body::Priority { conditions: node.optional_codes(), keep_turn: writer.keep_turn(node), children }
    });
    writer.frame(node, Frame::Priority(Priority { children: node.children.len(), child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let children = Results::any_of(&judge.children(node));
    // A last child without a condition can always run, so the node can only fail if that child can.
    let failure = match (node.args.last(), node.children.len()) {
        (Some(Value::Absent), children) => judge.child(node, children - 1).failure.clone(),
        _ => Possible::Known(true),
    };
    Results { failure, ..children }
}
