//! Failure, whatever the child's result.

use super::super::ir::{Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "force_failure", params: &[], children: Children::One, opens_region: false, lower };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.node(node.children[0], Exits::both(exits.failure))
}
