//! `force_failure`: fails when its child ends, whatever the result.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "force_failure",
    does: "runs the child, and fails when it ends",
    children: Children::One,
    other_names: &["always_fail", "failer", "success_is_failure", "return_failure"],
    ..Builtin::of(Meaning::Map(Outcome::Failure, Outcome::Failure))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.node(node.children[0], Exits::both(exits.failure))
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let ends = any([&child.success, &child.failure]);
    Results { success: Possible::Forced, failure: ends, running: child.running.clone() }
}
