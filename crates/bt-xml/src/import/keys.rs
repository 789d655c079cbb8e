//! The keys that a node names, and those of a subtree that it connects.

use crate::becomes::Becomes;
use crate::builtin::{BuiltinPort, Does};
use crate::document::{Node, Value};
use crate::script::Script;
use crate::script::names::names_of;

/// What a key of a subtree is connected to.
pub fn connection(node: &Node, key: &str) -> Option<Value> {
    match node.port(key) {
        Some(value @ (Value::Key(_) | Value::Literal(_))) => Some(value.clone()),
        Some(Value::Script(_) | Value::Wrong) => None,
        None => is_passed_on(node, key).then(|| Value::Key(key.to_owned())),
    }
}

/// Whether a key of a subtree means the key of the same name around it. Keys of the main tree always do.
pub fn is_passed_on(node: &Node, key: &str) -> bool {
    // Keys that begin with `_` are private.
    key.starts_with('@') || node.connects_same_names() && !key.starts_with('_')
}

/// The keys of a node's ports and scripts.
pub fn keys_of_node(node: &Node) -> Vec<String> {
    let mut keys = keys_of_ports(node);
    keys.extend(scripts(node).flat_map(names_of));
    keys
}

/// The scripts in the ports of a node, and its conditions.
pub fn scripts(node: &Node) -> impl Iterator<Item = &Script> {
    let in_ports = node.ports.iter().filter_map(|port| match &port.value {
        Value::Script(script) => Some(script),
        _ => None,
    });
    in_ports.chain(node.conditions.iter().map(|condition| &condition.script))
}

pub fn keys_of_ports(node: &Node) -> Vec<String> {
    let mut keys = Vec::new();
    for port in &node.ports {
        match &port.value {
            Value::Key(key) => keys.push(key.clone()),
            Value::Literal(text) if names_entry(node, &port.name.text) => keys.push(text.trim().to_owned()),
            Value::Script(_) | Value::Literal(_) | Value::Wrong => {}
        }
    }
    keys
}

/// Whether a port of a node names an entry without braces.
pub fn names_entry(node: &Node, port: &str) -> bool {
    let is_named = |port: &BuiltinPort| port.does != Does::Reads;
    (is_blackboard(node) || asks_for_writes(node))
        && node.builtin().and_then(|node| node.port(port)).is_some_and(is_named)
}

/// Whether the node sets or unsets an entry.
pub fn is_blackboard(node: &Node) -> bool {
    node.builtin().is_some_and(|node| matches!(node.becomes, Becomes::SetEntry | Becomes::UnsetEntry))
}

/// Whether the node checks if an entry was written since its last check.
pub fn asks_for_writes(node: &Node) -> bool {
    node.builtin().is_some_and(|node| matches!(node.becomes, Becomes::Updated(_)))
}
