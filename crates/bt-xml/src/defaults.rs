//! Ports of subtrees that a model gives a default.

use std::collections::HashMap;

use crate::document::{Document, Kind, Model, ModelPort, Node, Port};
use crate::problem::Problems;
use crate::read::value_of;

/// Adds the defaults of models to subtrees that do not name these ports. BehaviorTree.CPP refuses a subtree without a value
/// for a port that has no default.
pub fn add(document: &mut Document, problems: &mut Problems) {
    // Those of `bt export` are arguments, which Rust does not leave out.
    let is_subtree = |model: &&Model| matches!(model.kind, Kind::SubTree) && model.metadata("rust").is_none();
    let subtrees = document.models.iter().filter(is_subtree);
    let models: HashMap<&str, &Model> = subtrees.map(|model| (&*model.id.text, model)).collect();
    document.trees.iter_mut().for_each(|tree| add_below(&mut tree.root, &models, problems));
}

fn add_below(node: &mut Node, models: &HashMap<&str, &Model>, problems: &mut Problems) {
    let model = Some(&node.id.text).filter(|_| matches!(node.kind, Kind::SubTree) && !node.connects_same_names());
    let model = model.and_then(|id| models.get(&**id));
    for (model, port) in model.iter().flat_map(|model| model.ports.iter().map(move |port| (model, port))) {
        if node.ports.iter().all(|given| given.name.text != port.name.text) {
            match with_default(port, node) {
                Some(port) => node.ports.push(port),
                None if model.is_version_3 => {}
                None => {
                    let message = format!("the subtree `{}` needs the port `{}`", node.id.text, port.name.text);
                    problems.error_with(node.id.at.clone(), message, "its model names no default");
                }
            }
        }
    }
    node.children.iter_mut().for_each(|child| add_below(child, models, problems));
}

/// The port with its default, in the place of the node.
fn with_default(port: &ModelPort, node: &Node) -> Option<Port> {
    let (mut name, at) = (port.name.clone(), node.id.at.clone());
    name.at = at.clone();
    let value = value_of(port.default.as_ref().filter(|text| !text.is_empty())?, &name.text);
    Some(Port { name, value, at })
}
