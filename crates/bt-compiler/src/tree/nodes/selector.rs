//! `selector`: runs its children in order until one succeeds.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "selector",
    does: "runs its children in order until one succeeds; fails when all have failed",
    children: Children::Many,
    passes: Passes::Children,
    other_names: &["fallback", "select", "any_of"],
    ..Builtin::of(Meaning::Chain(Outcome::Failure))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.chain(node, Outcome::Failure, exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, Outcome::Failure)
}
