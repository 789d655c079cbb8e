//! Children of a `ReactiveSequence` that begin again and again.

use crate::becomes::{Args, Becomes};
use crate::document::{Kind, Node};
use crate::problem::Problems;

/// A `ReactiveSequence` ticks all of its children from the first one. One that takes time, and then succeeds, is begun
/// again in the next tick: those after it are halted, and never get further than their first tick.
pub fn lint(node: &Node, problems: &mut Problems) {
    let is_reactive = matches!(node.kind, Kind::Builtin(builtin) if builtin.name == "ReactiveSequence");
    let Some((_, before)) = node.children.split_last().filter(|_| is_reactive) else { return };
    for child in before {
        if let Some(waits) = waits(child) {
            let message = format!(
                "`{}` begins again whenever it has ended, since a `ReactiveSequence` ticks all children in each tick: those \
                 after it are halted",
                waits.id.text
            );
            problems.warn_with(child.id.at.clone(), message, "put it into a `Sequence` with those after it");
        }
    }
}

/// The node that makes this one take time each time that it begins, if one does.
fn waits(node: &Node) -> Option<&Node> {
    let Kind::Builtin(builtin) = node.kind else { return None };
    match (builtin.becomes, &*node.children) {
        (Becomes::Node(_, Args::Time(port)), []) if is_above_zero(node, port) => Some(node),
        // One that takes a child from its first tick on.
        (Becomes::Node("inverter" | "force_success" | "force_failure", _), [child]) => waits(child),
        (Becomes::Node("sequence" | "selector", _), [first, ..]) => waits(first),
        _ => None,
    }
}

/// Whether a time is written, and is above 0.
fn is_above_zero(node: &Node, port: &str) -> bool {
    let literal = match node.port(port) {
        Some(crate::document::Value::Literal(text)) => text.trim().parse::<u64>().ok(),
        _ => None,
    };
    literal.is_some_and(|milliseconds| milliseconds > 0)
}
