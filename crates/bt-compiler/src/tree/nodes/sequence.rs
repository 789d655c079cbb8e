//! `sequence`: runs its children in order until one fails.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "sequence",
    does: "runs its children in order until one fails; succeeds when all have succeeded",
    children: Children::Many,
    passes: Passes::Last,
    other_names: &["seq", "all_of"],
    ..Builtin::of(Meaning::Chain(Outcome::Success))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.chain(node, Outcome::Success, exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, Outcome::Success)
}
