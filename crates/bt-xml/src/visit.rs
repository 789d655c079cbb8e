//! The nodes of a tree, in the order of the file.

use crate::document::{Kind, Node};

/// Calls a function with a node and all below it.
pub fn visit<'d>(node: &'d Node, each: &mut impl FnMut(&'d Node)) {
    each(node);
    node.children.iter().for_each(|child| visit(child, each));
}

/// The subtrees below a node.
pub fn subtrees_of(node: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    visit(node, &mut |node| {
        if matches!(node.kind, Kind::SubTree) {
            found.push(node);
        }
    });
    found
}
