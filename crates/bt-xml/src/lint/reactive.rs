//! Children of a `ReactiveSequence` that start over and over.

use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::meaning::{Answers, Meaning};
use bt_compiler::tree::nodes;

use crate::becomes::{Args, Becomes};
use crate::document::{Kind, Node, Value};
use crate::problem::Problems;

/// A `ReactiveSequence` ticks all children from the first one on. A child that takes time before it succeeds starts
/// again in the next tick. That halts the children after it, which never get past their first tick.
pub fn lint(node: &Node, problems: &mut Problems) {
    let Some((_, before)) = node.children.split_last() else { return };
    if !matches!(becomes(node), Some((Meaning::Reactive(Outcome::Success), _))) {
        return;
    }
    for child in before {
        if let Some(waits) = waits(child) {
            let message = format!(
                "`{}` begins again whenever it has ended, since a `ReactiveSequence` ticks all children in each tick: \
                 those after it are halted",
                waits.id.text
            );
            problems.warn_with(child.id.at.clone(), message, "put it into a `Sequence` with those after it");
        }
    }
}

/// The node that makes this one take time whenever it starts, if any.
fn waits(node: &Node) -> Option<&Node> {
    let (meaning, args) = becomes(node)?;
    match (meaning, args, &*node.children) {
        (Meaning::Leaf(Answers::WAITS), Args::Time(port), []) if is_above_zero(node, port) => Some(node),
        (Meaning::Map(..), _, [child]) => waits(child),
        (Meaning::Chain(_), _, [first, ..]) => waits(first),
        _ => None,
    }
}

/// The meaning of a built-in node and its arguments, if a single node of `bt` is equivalent.
fn becomes(node: &Node) -> Option<(Meaning, Args)> {
    match node.kind {
        Kind::Builtin(builtin) => match builtin.becomes {
            Becomes::Node(name, args) => Some((nodes::find(name)?.meaning, args)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a time is written as a literal above 0.
fn is_above_zero(node: &Node, port: &str) -> bool {
    let literal = match node.port(port) {
        Some(Value::Literal(text)) => text.trim().parse::<u64>().ok(),
        _ => None,
    };
    literal.is_some_and(|milliseconds| milliseconds > 0)
}
