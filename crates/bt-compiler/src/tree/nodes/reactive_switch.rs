//! `reactive_switch`: a `match` on the context chooses a child in every tick.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "reactive_switch",
    does: "a `match` on the value in every tick; when another arm is taken, aborts the active child and starts the \
           new one",
    params: &[Param { name: "value", takes: Takes::Choice }],
    children: Children::Arms,
    plain_form: Some("switch"),
    passes: Passes::Children,
    ..Builtin::of(Meaning::ReactiveSwitch)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let matched = writer.matched(node);
    writer.part_with_values(node, exits, matched.into_iter().collect(), |writer, locals, keeps| {
        let children = node.children.iter().map(|&child| Some(writer.child_part(node, child))).collect();
        Body::Rechoose { choice: Choice::Match(node.code(0), matched), children, locals, keeps }
    })
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    Results::any_of(&judge.children(node))
}
