//! Where a node is not skipped here, and is in BehaviorTree.CPP.

use super::{Nodes, Skipped};
use crate::document::Node;

impl Nodes<'_> {
    /// Warns where a node answers something else than SKIPPED, and its parent does something else after that.
    pub(super) fn say_what_is_skipped(&mut self, node: &Node, name: &str, skipped: Skipped) {
        let (own, children) = match name {
            "TryCatch" => (Skipped::Succeeds, &node.children[..node.children.len().saturating_sub(1)]),
            "Sequence" | "AsyncSequence" | "SequenceWithMemory" | "ReactiveSequence" | "PipelineSequence"
            | "ForceSuccess" => (Skipped::Succeeds, &*node.children),
            "Fallback" | "AsyncFallback" | "ReactiveFallback" | "RoundRobin" | "ForceFailure" => {
                (Skipped::Fails, &*node.children)
            }
            _ => return,
        };
        if own != skipped && children.iter().all(|child| self.skips.may_skip(child)) {
            let becomes = if own == Skipped::Succeeds { "succeeds" } else { "fails" };
            let message = format!("where all its children are skipped, `{name}` {becomes} here, and is not skipped");
            self.nearly(node, message);
        }
    }
}
