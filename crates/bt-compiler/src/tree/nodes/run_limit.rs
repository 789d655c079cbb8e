//! `run_limit`: runs its child until it has ended a number of times; after that it fails.

pub use super::custom::child_or_failure as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "run_limit",
    does: "runs the child until it has ended `times` times, and from then on fails; aborts do not count",
    params: &[Param { name: "times", takes: Takes::Count }],
    children: Children::One,
    passes: Passes::Children,
    other_names: &["limit", "single_trigger"],
    ..Builtin::of(Meaning::RunLimit)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.cell(node);
    let failure = writer.call_on_the_way(node, Call::CountUp(cell), exits.failure);
    let success = writer.call_on_the_way(node, Call::CountUp(cell), exits.success);
    let child = writer.node(node.children[0], Exits { success, failure });
    writer.call(node, Call::IsBelow(cell, node.code(0)), exits.with(Outcome::Success, child))
}
