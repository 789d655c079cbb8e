//! Which nodes may be SKIPPED, as far as the files show.

use std::collections::BTreeSet;

use bt_compiler::tree::builtin::Meaning;
use bt_compiler::tree::ir::Outcome;

use crate::becomes::{Becomes, Otherwise};
use crate::builtin::Builtin;
use crate::document::{Document, Kind, Node, When};
use crate::named::Named;

/// The trees whose roots may be skipped.
#[derive(Debug, Default)]
pub struct Skips {
    trees: BTreeSet<String>,
}

impl Skips {
    /// Looks at each tree once, after the trees that it uses.
    pub fn of(document: &Document) -> Self {
        let mut skips = Skips::default();
        for tree in Named::new(document).subtrees_first().into_iter().map(|tree| &document.trees[tree]) {
            if skips.may_skip(&tree.root) {
                skips.trees.insert(tree.name.text.clone());
            }
        }
        skips
    }

    /// Whether a node may be skipped.
    pub fn may_skip(&self, node: &Node) -> bool {
        let asks = node.conditions.iter().any(|condition| matches!(condition.when, When::SkipIf | When::While));
        asks || self.may_skip_itself(node)
    }

    /// Whether a node may be skipped other than by its own conditions.
    pub fn may_skip_itself(&self, node: &Node) -> bool {
        let may = |child: &Node| self.may_skip(child);
        let children = &node.children;
        match node.kind {
            Kind::SubTree => self.trees.contains(&node.id.text),
            Kind::Builtin(builtin) => {
                let is_skipped = |port| builtin.literal(node, port) == Some("SKIPPED");
                match (builtin.becomes, builtin.meaning()) {
                    (Becomes::RunOnce, _) => !builtin.is_same(node) || children.iter().any(may),
                    (Becomes::Updated(Otherwise::Skipped), _) => true,
                    (Becomes::Precondition, _) if is_skipped("else") => true,
                    (Becomes::Loop, _) => is_skipped("if_empty"),
                    (Becomes::KeepRunning | Becomes::Persistent, _) => false,
                    (Becomes::TryCatch, _) => children.split_last().is_some_and(|(_, tried)| tried.iter().all(may)),
                    (Becomes::WhileDoElse | Becomes::Switch, _) | (_, Some(Meaning::IfElse)) => {
                        children.iter().any(may)
                    }
                    (_, Some(Meaning::Recover)) => children.first().is_some_and(may),
                    _ => !children.is_empty() && children.iter().all(may),
                }
            }
            _ => children.iter().any(may),
        }
    }
}

/// How the parent of a node counts its skip, since `bt` has no SKIPPED. The root of a subtree counts as the subtree
/// does, and the root of a main tree as neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// The parent continues, as after a success.
    Succeeds,
    /// The parent continues, as after a failure.
    Fails,
    /// Neither would be equivalent. The node fails, and a warning says so.
    #[default]
    Neither,
}

impl Skip {
    /// The warning for a node whose skip has no equivalent.
    pub const NO_COUNTERPART: &str = "a node that is skipped here has no counterpart: it fails instead";

    /// How the skip of a child counts, by its number, if that of the node counts as `self`.
    pub fn of_child(self, node: &Node, child: usize) -> Skip {
        let builtin = match node.kind {
            Kind::Builtin(builtin) => builtin,
            Kind::Decorator => return self,
            _ => return Skip::Neither,
        };
        let is_aside = match (builtin.becomes, builtin.meaning()) {
            (Becomes::TryCatch, _) => child + 1 == node.children.len(),
            (_, Some(Meaning::Recover)) => child > 0,
            _ => child == 0 && builtin.asks_first(),
        };
        if is_aside { Skip::Neither } else { self.of_children(node, builtin) }
    }

    /// How the skips of ordinary children count, if that of the node counts as `self`. Conditions and handlers are not
    /// ordinary.
    pub fn of_children(self, node: &Node, builtin: &Builtin) -> Skip {
        let inverted = match self {
            Skip::Succeeds => Skip::Fails,
            Skip::Fails => Skip::Succeeds,
            Skip::Neither => Skip::Neither,
        };
        match (builtin.becomes, builtin.meaning()) {
            (_, Some(Meaning::Chain(go_on) | Meaning::Reactive(go_on))) => go_on.into(),
            (_, Some(Meaning::Map(success, failure))) if success == failure => success.into(),
            (_, Some(Meaning::Map(..))) => inverted,
            (_, Some(Meaning::Parallel)) if !needs_all(node, builtin) => Skip::Neither,
            (_, Some(Meaning::Parallel | Meaning::ParallelAll | Meaning::Pipeline)) => Skip::Succeeds,
            (_, Some(Meaning::RoundRobin)) => Skip::Fails,
            // These nodes would continue, or return another result.
            (_, Some(Meaning::Loop(turns, _))) if self == turns.go_on_after.into() => Skip::Neither,
            (_, Some(Meaning::Recover)) if self == Skip::Fails => Skip::Neither,
            (Becomes::TryCatch | Becomes::KeepRunning | Becomes::Loop | Becomes::Persistent, _) => Skip::Succeeds,
            _ => self,
        }
    }
}

impl From<Outcome> for Skip {
    fn from(outcome: Outcome) -> Self {
        if outcome.is_success() { Skip::Succeeds } else { Skip::Fails }
    }
}

/// Whether a `Parallel` succeeds only if all its children do.
fn needs_all(node: &Node, builtin: &Builtin) -> bool {
    let count = builtin.literal(node, "success_count").and_then(|text| text.parse::<i64>().ok());
    count.is_some_and(|count| count == -1 || count == node.children.len() as i64)
}

impl Skips {
    /// How the skip of each subtree below a node counts, in file order; `skip` is how that of the node counts. A
    /// subtree whose root is never skipped counts as neither.
    pub fn of_subtrees(&self, node: &Node, skip: Skip) -> Vec<Skip> {
        let (mut found, mut open) = (Vec::new(), vec![(node, skip)]);
        while let Some((node, skip)) = open.pop() {
            if matches!(node.kind, Kind::SubTree) {
                found.push(if self.trees.contains(&node.id.text) { skip } else { Skip::Neither });
            }
            open.extend(node.children.iter().enumerate().rev().map(|(at, child)| (child, skip.of_child(node, at))));
        }
        found
    }
}
