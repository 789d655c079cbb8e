//! `model` -> `ir`.

use super::ir::{Act, Exits, Frame, Holds, Machine, Target};
use super::model::{Kind, Model, Node};
use super::nodes;
use super::writer::{Writer, machine};

/// Writes the machine of a tree that has no errors.
pub fn lower(model: &Model) -> Machine {
    machine(model, weights(model), write)
}

/// Writes one node, and returns where it begins.
fn write(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    match node.kind {
        Kind::Builtin(name) => (nodes::get(name).lower)(writer, node, exits),
        Kind::Leaf(leaf) => {
            let place = writer.place(node, Holds::Leaf(leaf));
            writer.step(node, Act::Leaf { leaf, place, exits })
        }
        Kind::Decorator(decorator) => {
            let child = writer.child_region(node.children[0]);
            writer.frame(node, Frame::Decorated { decorator, child }, exits)
        }
        Kind::Unknown => unreachable!("what has errors is not lowered"),
    }
}

/// How many places each node takes in the region that it is written into.
fn weights(model: &Model) -> Vec<usize> {
    let mut weights = vec![1; model.nodes.len()];
    for node in model.nodes.iter().rev() {
        let own_region = matches!(node.kind, Kind::Decorator(_))
            || matches!(node.kind, Kind::Builtin(name) if nodes::get(name).opens_region);
        if !own_region {
            let below: usize = node.children.iter().map(|&child| weights[child]).sum();
            weights[node.id] = below.max(1);
        }
    }
    weights
}
