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
pub fn subtrees(root: &Node) -> Vec<&str> {
    let (mut found, mut open) = (Vec::new(), vec![root]);
    while let Some(node) = open.pop() {
        if matches!(node.kind, Kind::SubTree) {
            found.push(&*node.id.text);
        }
        open.extend(&node.children);
    }
    found
}

/// How the parent of a node counts it if it is skipped. There is no SKIPPED in `bt`. The root of a subtree counts as
/// the subtree does, and that of the main tree as neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// The parent continues, as after a success.
    Succeeds,
    /// The parent continues, as after a failure.
    Fails,
    /// Neither is the same. It fails, and a warning says so.
    #[default]
    Neither,
}

impl Skip {
    /// The warning where a node may be skipped, and neither is the same.
    pub const NO_COUNTERPART: &str = "a node that is skipped here has no counterpart: it fails instead";

    /// How a node that counts so itself counts its child with this number.
    pub fn of_child(self, node: &Node, child: usize) -> Skip {
        let builtin = match node.kind {
            Kind::Builtin(builtin) => builtin.name,
            Kind::Decorator => return self,
            _ => return Skip::Neither,
        };
        match (builtin, self) {
            ("IfThenElse" | "WhileDoElse", _) if child == 0 => Skip::Neither,
            ("RecoveryNode", _) if child > 0 => Skip::Neither,
            ("TryCatch", _) if child + 1 == node.children.len() => Skip::Neither,
            ("Parallel", _) if !needs_all(node) => Skip::Neither,
            ("Inverter", Skip::Succeeds) => Skip::Fails,
            ("Inverter", Skip::Fails) => Skip::Succeeds,
            // These would continue, or answer something else.
            ("RetryUntilSuccessful" | "RecoveryNode", Skip::Fails) | ("Repeat", Skip::Succeeds) => Skip::Neither,
            _ => of_children(builtin).unwrap_or(self),
        }
    }
}

/// How a node counts its children whatever its own parent does.
fn of_children(builtin: &str) -> Option<Skip> {
    match builtin {
        "Sequence"
        | "AsyncSequence"
        | "SequenceWithMemory"
        | "ReactiveSequence"
        | "PipelineSequence"
        | "NonblockingSequence"
        | "PersistentSequence"
        | "Parallel"
        | "ParallelAll"
        | "TryCatch"
        | "ForceSuccess"
        | "KeepRunningUntilFailure"
        | "LoopInt"
        | "LoopBool"
        | "LoopDouble"
        | "LoopString" => Some(Skip::Succeeds),
        "Fallback" | "AsyncFallback" | "ReactiveFallback" | "RoundRobin" | "ForceFailure" => Some(Skip::Fails),
        _ => None,
    }
}

/// Whether a `Parallel` needs the success of all its children.
fn needs_all(node: &Node) -> bool {
    match node.ports.iter().find(|port| port.name.text == "success_count").map(|port| &port.value) {
        Some(Value::Literal(text)) => {
            text.trim().parse::<i64>().is_ok_and(|count| count == -1 || count == node.children.len() as i64)
        }
        Some(_) => false,
        None => true,
    }
}

impl Skips {
    /// What differs where the children of a node are skipped, if the node itself counts so.
    pub fn differences(&self, node: &Node, skip: Skip) -> Vec<String> {
        let Kind::Builtin(builtin) = node.kind else { return Vec::new() };
        let (name, mut found) = (builtin.name, Vec::new());
        let children = match name {
            "TryCatch" => &node.children[..node.children.len().saturating_sub(1)],
            _ => &*node.children,
        };
        let is_skipped_itself =
            !matches!(name, "KeepRunningUntilFailure" | "PersistentSequence") && !name.starts_with("Loop");
        let skipped: Vec<bool> = children.iter().map(|child| self.may_skip(child)).collect();
        if let Some(own) = of_children(name).filter(|own| *own != skip && is_skipped_itself)
            && skipped.iter().all(|may| *may)
        {
            let becomes = if own == Skip::Succeeds { "succeeds" } else { "fails" };
            found.push(format!("where all its children are skipped, `{name}` {becomes} here, and is not skipped"));
        }
        if name.starts_with("Parallel") && skipped.contains(&true) {
            found.push(format!("a child of `{name}` that is skipped is not asked again in later ticks"));
        }
        found
    }

    /// How a parent takes the skip of each subtree below a node, in the order of the file. `skip` is how it takes that of
    /// the node. A subtree whose root is never skipped is taken as neither.
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
