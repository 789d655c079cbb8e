//! `sequence`: runs its children in order until one fails.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "sequence",
    does: "runs its children in order until one fails; success when all have succeeded",
    children: Children::Many,
    passes: Passes::Last,
    starts: Starts::First,
    in_flow: true,
    results,
    lower,
    ..Builtin::BASE
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.chain(node, true, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, true)
}
