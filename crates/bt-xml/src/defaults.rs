//! The default values that models give to ports.

use std::collections::HashMap;

use crate::document::{Document, Kind, Model, ModelPort, Node, Port, Value};
use crate::problem::Problems;
use crate::read::value_of;

/// Adds the defaults in models to nodes that do not name the ports. BehaviorTree.CPP refuses a subtree with no value
/// for a port without a default.
pub fn add(document: &mut Document, problems: &mut Problems) {
    // Ports written by `bt export` are arguments, which Rust cannot leave out.
    let imported = document.models.iter().filter(|model| model.metadata("rust").is_none());
    let models: HashMap<&str, &Model> = imported.map(|model| (&*model.id.text, model)).collect();
    document.trees.iter_mut().for_each(|tree| add_below(&mut tree.root, &models, problems));
}

fn add_below(node: &mut Node, models: &HashMap<&str, &Model>, problems: &mut Problems) {
    let model = models.get(&*node.id.text).filter(|model| node.builtin().is_none() && !model.is_of_code);
    match node.kind {
        Kind::SubTree if node.connects_same_names() => {}
        Kind::SubTree => add_to_subtree(node, model.copied(), problems),
        _ => add_keys(node, model.copied()),
    }
    node.children.iter_mut().for_each(|child| add_below(child, models, problems));
}

/// Adds the defaults that are entries. Other defaults are written where the leaf is called.
fn add_keys(node: &mut Node, model: Option<&Model>) {
    for port in model.iter().flat_map(|model| &model.ports) {
        if node.ports.iter().all(|given| given.name.text != port.name.text)
            && let Some(port) = with_default(port, node).filter(|port| matches!(port.value, Value::Key(_)))
        {
            node.ports.push(port);
        }
    }
}

fn add_to_subtree(node: &mut Node, model: Option<&Model>, problems: &mut Problems) {
    let model = model.filter(|model| matches!(model.kind, Kind::SubTree));
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
}

/// The port with its default, at the place of the node.
fn with_default(port: &ModelPort, node: &Node) -> Option<Port> {
    let (mut name, at) = (port.name.clone(), node.id.at.clone());
    name.at = at.clone();
    let value = value_of(port.default.as_ref().filter(|text| !text.is_empty())?, &name.text);
    Some(Port { name, value, at })
}
