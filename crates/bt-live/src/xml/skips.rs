//! What a node answers where BehaviorTree.CPP answers SKIPPED.

use bt::Status;
use bt_xml::parts::{Kind, Node, Value, When};

/// How the parent of a node counts it if it is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The parent goes on, as after a success.
    Succeeds,
    /// The parent goes on, as after a failure.
    Fails,
    /// Neither is the same. It fails, and a warning says so.
    Neither,
}

impl Skip {
    pub fn status(self) -> Status {
        Status::from(self == Skip::Succeeds)
    }

    /// How a child below a node counts that this node is skipped with, if the node does this to results.
    pub fn below(self, builtin: &str) -> Skip {
        match (builtin, self) {
            ("Inverter", Skip::Succeeds) => Skip::Fails,
            ("Inverter", Skip::Fails) => Skip::Succeeds,
            // These would go on, or answer something else.
            ("ForceSuccess" | "RetryUntilSuccessful" | "RecoveryNode", Skip::Fails)
            | ("ForceFailure" | "Repeat", Skip::Succeeds) => Skip::Neither,
            _ => self,
        }
    }
}

/// Whether a node may be skipped, as far as can be seen in its tree. `subtree` finds the roots of subtrees.
pub fn may_skip<'n>(node: &'n Node, subtree: &dyn Fn(&str) -> Option<&'n Node>, depth: usize) -> bool {
    let asks = node.conditions.iter().any(|condition| matches!(condition.when, When::SkipIf | When::While));
    asks || may_skip_itself(node, subtree, depth)
}

/// The same, but for its own conditions.
pub fn may_skip_itself<'n>(node: &'n Node, subtree: &dyn Fn(&str) -> Option<&'n Node>, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    let may = |child: &'n Node| may_skip(child, subtree, depth - 1);
    let port = |name: &str| node.ports.iter().find(|port| port.name.text == name).map(|port| &port.value);
    let is_skipped = |name: &str| matches!(port(name), Some(Value::Literal(text)) if text.trim() == "SKIPPED");
    match node.kind {
        Kind::SubTree => subtree(&node.id.text).is_some_and(may),
        Kind::Builtin(builtin) => match builtin.name {
            "RunOnce" => {
                let never = matches!(port("then_skip"), Some(Value::Literal(text)) if text.trim() == "false");
                !never || node.children.iter().any(may)
            }
            "SkipUnlessUpdated" => true,
            "Precondition" if is_skipped("else") => true,
            name if name.starts_with("Loop") => is_skipped("if_empty"),
            "IfThenElse" | "WhileDoElse" | "Switch2" | "Switch3" | "Switch4" | "Switch5" | "Switch6" => {
                node.children.iter().any(may)
            }
            "KeepRunningUntilFailure" | "PersistentSequence" => false,
            "TryCatch" => node.children.split_last().is_some_and(|(_, tried)| tried.iter().all(may)),
            "RecoveryNode" => node.children.first().is_some_and(may),
            _ => !node.children.is_empty() && node.children.iter().all(may),
        },
        _ => node.children.iter().any(may),
    }
}
