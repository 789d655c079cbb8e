//! Which nodes are used for their values: something uses what they bind, or their parent passes it on; and where values
//! are used.

use crate::sorted::SortedSet;
use crate::tree::model::{Bound, BoundName, Node, NodeId, ValueId};

/// Whether the value of each node is used, given which names are.
pub fn used_values(
    nodes: &[Node],
    values: &[Bound],
    tree_has_value: bool,
    is_used: impl Fn(&BoundName) -> bool + Copy,
) -> Vec<bool> {
    let mut used = vec![false; nodes.len()];
    used[0] = tree_has_value;
    for node in nodes {
        let bound = node.binds.map(|value| &values[value.0]);
        let passes = node.passing().is_some();
        used[node.id.0] |= passes && bound.is_some_and(|bound| bound.names.iter().any(is_used));
        if used[node.id.0] {
            children_with_used_values(node, bound, is_used).into_iter().for_each(|child| used[child.0] = true);
        }
    }
    used
}

/// The children whose values a used node needs.
fn children_with_used_values(node: &Node, bound: Option<&Bound>, is_used: impl Fn(&BoundName) -> bool) -> Vec<NodeId> {
    let children = node.passing().unwrap_or_default();
    match bound.filter(|bound| bound.tuple.is_some()) {
        Some(bound) => {
            let used = children.into_iter().zip(&bound.names).filter(|(_, name)| is_used(name));
            used.map(|(child, _)| child).collect()
        }
        None => children,
    }
}

/// For each node, the values that it and the nodes below it use.
pub fn uses(nodes: &[Node]) -> Vec<SortedSet<ValueId>> {
    let mut uses: Vec<SortedSet<ValueId>> = vec![SortedSet::new(); nodes.len()];
    // Children come after their parents.
    for node in nodes.iter().rev() {
        let mut of_node: SortedSet<ValueId> = node.uses.iter().copied().collect();
        node.children.iter().for_each(|child| of_node.extend(&uses[child.0]));
        uses[node.id.0] = of_node;
    }
    uses
}
