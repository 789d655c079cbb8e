//! Exchanges success and failure.

use super::super::ir::{Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "inverter", params: &[], children: Children::One, opens_region: false, lower };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.node(node.children[0], exits.swapped())
}
