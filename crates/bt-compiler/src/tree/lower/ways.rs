//! What the start and the end of a node mean for its parent, for those who look on.
//!
//! Most nodes have no code: the exits of a leaf lead straight to the next one. That they start and end on the way is
//! found out from this.

use crate::tree::ir::{Body, Machine};
use crate::tree::model::{Kind, Model, Node, NodeId};
use crate::tree::nodes::{self, Passes};

/// One number for each node, as `bt` reads it.
pub fn ways(model: &Model, machine: &Machine) -> Vec<u8> {
    let starts = starting(model, machine);
    let mut ways = vec![0; model.nodes.len()];
    for parent in &model.nodes {
        let passes = passes(parent);
        if passes == Passes::Nothing {
            continue;
        }
        for (index, &child) in parent.children.iter().enumerate() {
            let started = index == 0 && !starts[parent.id];
            let [success, failure] = [true, false].map(|result| ending(passes, parent, index, result));
            ways[child] = u8::from(started) | 1 << 1 | flag(success) << 2 | flag(failure) << 4;
        }
    }
    ways
}

fn passes(node: &Node) -> Passes {
    match node.kind {
        Kind::Builtin(name) => nodes::get(name).passes,
        Kind::Leaf(_) | Kind::Decorator(_) | Kind::Unknown => Passes::Nothing,
    }
}

/// For each node whether a step of its own is its start.
fn starting(model: &Model, machine: &Machine) -> Vec<bool> {
    let mut starting = vec![false; model.nodes.len()];
    let flows = machine.regions.iter().flat_map(|region| &region.parts).filter_map(|part| match &part.body {
        Body::Flow(flow) => Some(flow),
        _ => None,
    });
    let steps = flows.flat_map(|flow| &flow.steps).filter(|step| step.tells.start);
    steps.map(|step| step.node).for_each(|node: NodeId| starting[node] = true);
    starting
}

/// How a node ends when a child has ended with this result; nothing if it goes on.
fn ending(passes: Passes, node: &Node, child: usize, result: bool) -> Option<bool> {
    let last = child + 1 == node.children.len();
    match passes {
        Passes::Nothing => None,
        Passes::Chain { go_on_after } if result == go_on_after && !last => None,
        Passes::Chain { .. } => Some(result),
        Passes::Ends { success, failure } => Some(if result { success } else { failure }),
        Passes::Condition if child > 0 => Some(result),
        // Without an `else`, the failure of the condition is that of the node.
        Passes::Condition => (!result && node.children.len() == 2).then_some(false),
    }
}

/// Two bits: failure and success.
fn flag(ending: Option<bool>) -> u8 {
    match ending {
        None => 0,
        Some(false) => 1,
        Some(true) => 2,
    }
}
