//! Exchanges success and failure.

use super::super::ir::{Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "inverter", params: &[], children: Children::One, opens_region: false, lower, results };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.node(node.children[0], exits.swapped())
}

fn results(judge: &Judge, node: &Node) -> Results {
    let child = judge.child(node, 0).clone();
    Results { success: child.failure, failure: child.success, running: child.running }
}
