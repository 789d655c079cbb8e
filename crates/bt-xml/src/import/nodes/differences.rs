//! Where a node is not skipped here, or is asked again, and is not so in BehaviorTree.CPP.

use super::{Nodes, Skipped};
use crate::document::{Kind, Node};

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

    /// BehaviorTree.CPP does not reset these after they have answered.
    pub(super) fn say_what_is_asked_again(&mut self, node: &Node, name: &str) {
        match name {
            "Precondition" if self.may_run(&node.children[0]) => {
                self.nearly(node, "`Precondition` asks again after a halt of its child");
            }
            // A condition that has failed, without another branch.
            "IfThenElse" if node.children.len() == 2 => {
                let condition = &node.children[0];
                let is_stateful = matches!(condition.kind, Kind::Action) && self.may_run(condition);
                if is_stateful {
                    let message =
                        "BehaviorTree.CPP may keep what this has answered, and here `IfThenElse` asks it again";
                    self.nearly(condition, message);
                }
            }
            _ => {}
        }
    }
}
