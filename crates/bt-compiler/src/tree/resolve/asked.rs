//! Which nodes are asked for their values: something uses what they bind, or their parent hands it on.

use crate::tree::model::{Bound, Node, NodeId};

/// Whether each node is asked, once it is known which values are used.
pub fn asked(nodes: &[Node], values: &[Bound], tree_has_value: bool) -> Vec<bool> {
    let mut asked = vec![false; nodes.len()];
    asked[0] = tree_has_value;
    for node in nodes {
        let bound = node.binds.map(|value| &values[value.0]);
        let passes = node.passing().is_some();
        asked[node.id.0] |= passes && bound.is_some_and(Bound::is_used);
        if asked[node.id.0] {
            asked_children(node, bound).into_iter().for_each(|child| asked[child.0] = true);
        }
    }
    asked
}

/// The children that an asked node asks.
fn asked_children(node: &Node, bound: Option<&Bound>) -> Vec<NodeId> {
    let children = node.passing().unwrap_or_default();
    match bound.filter(|bound| bound.tuple.is_some()) {
        Some(bound) => {
            let used = children.into_iter().zip(&bound.names).filter(|(_, name)| name.used);
            used.map(|(child, _)| child).collect()
        }
        None => children,
    }
}
