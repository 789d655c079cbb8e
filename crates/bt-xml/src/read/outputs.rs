//! Outputs of version 3, where `path="path"` writes the same entry as `path="{path}"`.

use std::collections::HashSet;

use crate::document::{Direction, Document, Node, Value};

/// Connects the outputs of nodes to the entries they name.
pub fn connect(document: &mut Document) {
    let mut outputs = HashSet::new();
    for model in &document.models {
        let written = model.ports.iter().filter(|port| port.direction == Direction::Output);
        outputs.extend(written.map(|port| (model.id.text.clone(), port.name.text.clone())));
    }
    if !outputs.is_empty() {
        document.trees.iter_mut().for_each(|tree| connect_below(&mut tree.root, &outputs));
    }
}

fn connect_below(node: &mut Node, outputs: &HashSet<(String, String)>) {
    for port in &mut node.ports {
        if let Value::Literal(text) = &port.value
            && !text.trim().is_empty()
            && outputs.contains(&(node.id.text.clone(), port.name.text.clone()))
        {
            port.value = Value::Key(text.trim().to_owned());
        }
    }
    node.children.iter_mut().for_each(|child| connect_below(child, outputs));
}
