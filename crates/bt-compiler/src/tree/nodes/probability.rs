//! `probability`: runs its child with some probability, which is drawn at each start; else fails.

pub use super::custom::child_or_failure as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "probability",
    does: "runs the child with this probability, drawn each time the node starts; else fails",
    params: &[Param { name: "probability", takes: Takes::Probability }],
    children: Children::One,
    needs: &[Need::Random],
    passes: Passes::Children,
    ..Builtin::of(Meaning::Probability)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.node(node.children[0], exits);
    writer.call(node, Call::Chance(node.code(0)), exits.with(Outcome::Success, child))
}
