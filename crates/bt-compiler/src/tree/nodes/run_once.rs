//! `run_once`: runs its child until it has ended once; after that it returns the same result again.

pub use super::custom::first_child as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "run_once",
    does: "runs the child until it has ended once, and from then on gives the same result; aborts do not count",
    children: Children::One,
    other_names: &["one_shot", "once", "do_once"],
    ..Builtin::of(Meaning::RunOnce)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.cell(node);
    let failure = writer.call_on_the_way(node, Call::Keep(cell, Outcome::Failure), exits.failure);
    let success = writer.call_on_the_way(node, Call::Keep(cell, Outcome::Success), exits.success);
    let child = writer.node(node.children[0], Exits { success, failure });
    let again = writer.call(node, Call::KeptSuccess(cell), exits);
    writer.call(node, Call::IsEmpty(cell), Exits { success: child.into(), failure: again.into() })
}
