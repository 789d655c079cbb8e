//! The first child is run until it ends; its result chooses the second or the third.

use super::super::ir::{Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "if_else", params: &[], children: Children::Between(2, 3), opens_region: false, lower };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let otherwise = match node.children.get(2) {
        Some(&otherwise) => lower.child(node, otherwise, exits),
        None => exits.failure,
    };
    let then = lower.child(node, node.children[1], exits);
    lower.child(node, node.children[0], Exits { success: then, failure: otherwise })
}
