//! Children of a `ReactiveSequence` that start over and over.

use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::meaning::{Answers, Meaning};

use crate::becomes::{Args, Becomes};
use crate::builtin::Builtin;
use crate::document::Node;
use crate::problem::Problems;

/// A `ReactiveSequence` ticks all children from the first one on. A child that takes time before it succeeds starts
/// again in the next tick. That halts the children after it, which never get past their first tick.
pub fn lint(node: &Node, problems: &mut Problems) {
    let Some((_, before)) = node.children.split_last() else { return };
    if node.meaning() != Some(Meaning::Reactive(Outcome::Success)) {
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
    let builtin = node.builtin()?;
    match (builtin.meaning()?, builtin.becomes, &*node.children) {
        (Meaning::Leaf(Answers::WAITS), Becomes::Node(_, Args::Time(port)), []) => {
            Some(node).filter(|_| is_above_zero(builtin, node, port))
        }
        (Meaning::Map(..), Becomes::Node(..), [child]) => waits(child),
        (Meaning::Chain(_), Becomes::Node(..), [first, ..]) => waits(first),
        _ => None,
    }
}

/// Whether a time is written as a literal above 0.
fn is_above_zero(builtin: &Builtin, node: &Node, port: &str) -> bool {
    let milliseconds = builtin.literal(node, port).and_then(|text| text.parse::<u64>().ok());
    milliseconds.is_some_and(|milliseconds| milliseconds > 0)
}
