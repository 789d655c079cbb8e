//! Marks the nodes that are asked for their values: something uses what they bind, or their parent hands it on.

use crate::tree::model::{Model, NodeId};
use crate::tree::nodes;

/// Marks them in a tree without mistakes.
pub fn mark(model: &mut Model) {
    model.nodes[0].asked = model.has_value;
    for id in (0..model.nodes.len()).map(NodeId) {
        let items = nodes::passing(&model[id]).is_none();
        if !items && model.live(id).is_some() {
            model[id].asked = true;
        }
        if !model[id].asked {
            continue;
        }
        for child in asked_children(model, id) {
            model[child].asked = true;
        }
    }
}

/// The children that an asked node asks.
fn asked_children(model: &Model, id: NodeId) -> Vec<NodeId> {
    let node = &model[id];
    let children = nodes::passing(node).unwrap_or_default();
    match node.binds.map(|value| &model[value]).filter(|bound| bound.tuple.is_some()) {
        Some(bound) => {
            let used = children.into_iter().zip(&bound.names).filter(|(_, name)| name.used);
            used.map(|(child, _)| child).collect()
        }
        None => children,
    }
}
