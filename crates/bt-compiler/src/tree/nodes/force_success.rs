//! `force_success`: succeeds when its child ends, whatever the result.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "force_success",
    does: "runs the child, and succeeds when it ends",
    children: Children::One,
    other_names: &["always_succeed", "succeeder", "failure_is_success", "return_success"],
    ..Builtin::of(Meaning::Map(Outcome::Success, Outcome::Success))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.node(node.children[0], Exits::both(exits.success))
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let ends = any([&child.success, &child.failure]);
    Results { success: ends, failure: Possible::Forced, running: child.running.clone() }
}
