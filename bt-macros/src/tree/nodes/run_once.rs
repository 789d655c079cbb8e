//! After the first end of the child, the same result again without running it.

use super::super::ir::{Call, Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "run_once", params: &[], children: Children::One, opens_region: false, lower, results };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let cell = lower.cell();
    let failed = lower.call(node, Call::Keep(cell, false), Exits::both(exits.failure));
    let succeeded = lower.call(node, Call::Keep(cell, true), Exits::both(exits.success));
    let child = lower.node(node.children[0], Exits { success: succeeded, failure: failed });
    let again = lower.call(node, Call::KeptSuccess(cell), exits);
    lower.call(node, Call::IsEmpty(cell), Exits { success: child, failure: again })
}

fn results(judge: &Judge, node: &Node) -> Results {
    judge.child(node, 0).clone()
}
