//! The weights of nodes: how many places each needs. `cut` cuts large trees by them.

use super::writer::{Write, Writer};
use crate::tree::model::Model;

/// How many places each node takes in the region that it is written into.
///
/// A node whose children have regions of their own takes one. To find out whether they have, the node is written alone.
pub fn weights(model: &Model, write: Write) -> Vec<usize> {
    let mut weights = vec![1; model.nodes.len()];
    for node in model.nodes.iter().rev().filter(|node| !node.children.is_empty()) {
        if Writer::new(model, vec![0; model.nodes.len()], write).holds_children(node) {
            weights[node.id.0] = node.children.iter().map(|child| weights[child.0]).sum();
        }
    }
    weights
}
