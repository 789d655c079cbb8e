//! Where a node is asked again here, and not in BehaviorTree.CPP.

use super::Nodes;
use crate::document::{Kind, Node};

impl Nodes<'_> {
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
