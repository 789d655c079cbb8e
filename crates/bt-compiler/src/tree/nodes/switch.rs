//! `switch`: a `match` on the context chooses a child at the start.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "switch",
    does: "a `match` on the value, decided when the node starts",
    params: &[Param { name: "value", takes: Takes::Choice }],
    children: Children::Arms,
    passes: Passes::Children,
    other_names: &["match"],
    ..Builtin::of(Meaning::Switch)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (matched, exits) = writer.arms(node, exits);
    writer.step(node, Act::Choose { choice: Choice::Match(node.code(0), matched), exits })
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    Results::any_of(&judge.children(node))
}
