//! Which nodes may be SKIPPED, as far as can be seen in the files.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Document, Kind, Node, Value, When};

/// The trees whose roots may be skipped.
#[derive(Debug, Default)]
pub struct Skips {
    trees: BTreeSet<String>,
}

impl Skips {
    /// Looks at each tree once.
    pub fn of(document: &Document) -> Self {
        let roots: BTreeMap<&str, &Node> = document.trees.iter().map(|tree| (&*tree.name.text, &tree.root)).collect();
        let (mut skips, mut seen) = (Skips::default(), BTreeSet::new());
        // Each tree once, after those that it uses.
        let mut open: Vec<(&str, bool)> = roots.keys().map(|name| (*name, false)).collect();
        while let Some((name, is_last)) = open.pop() {
            let Some(root) = roots.get(name) else { continue };
            if is_last {
                if skips.may_skip(root) {
                    skips.trees.insert(name.to_owned());
                }
            } else if seen.insert(name) {
                open.push((name, true));
                open.extend(subtrees(root).into_iter().map(|name| (name, false)));
            }
        }
        skips
    }

    /// Whether a node may be skipped.
    pub fn may_skip(&self, node: &Node) -> bool {
        let asks = node.conditions.iter().any(|condition| matches!(condition.when, When::SkipIf | When::While));
        asks || self.may_skip_itself(node)
    }

    /// The same, but for its own conditions.
    pub fn may_skip_itself(&self, node: &Node) -> bool {
        let may = |child: &Node| self.may_skip(child);
        let port = |name: &str| node.ports.iter().find(|port| port.name.text == name).map(|port| &port.value);
        let is = |name: &str, value: &str| matches!(port(name), Some(Value::Literal(text)) if text.trim() == value);
        match node.kind {
            Kind::SubTree => self.trees.contains(&node.id.text),
            Kind::Builtin(builtin) => match builtin.name {
                "RunOnce" => !is("then_skip", "false") || node.children.iter().any(may),
                "SkipUnlessUpdated" => true,
                "Precondition" if is("else", "SKIPPED") => true,
                name if name.starts_with("Loop") => is("if_empty", "SKIPPED"),
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
}

/// The names of the trees that a tree uses.
fn subtrees(root: &Node) -> Vec<&str> {
    let (mut found, mut open) = (Vec::new(), vec![root]);
    while let Some(node) = open.pop() {
        if matches!(node.kind, Kind::SubTree) {
            found.push(&*node.id.text);
        }
        open.extend(&node.children);
    }
    found
}
