//! `precondition`: checks a condition at the start only; if it does not hold, the child is not run.

pub use super::custom::child_or_failure as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "precondition",
    does: "checks the condition when it starts; when it does not hold, fails without running the child",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::One,
    passes: Passes::Children,
    ..Builtin::of(Meaning::Precondition)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.node(node.children[0], exits);
    writer.call(node, Call::Condition(node.code(0)), exits.with(Outcome::Success, child))
}
