//! Which nodes may be SKIPPED, as far as can be seen in the files.

use std::collections::{BTreeMap, BTreeSet};

use crate::builtin::{Aside, Builtin, Counts, Skipped};
use crate::document::{Document, Kind, Node, When};

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
        let children = &node.children;
        match node.kind {
            Kind::SubTree => self.trees.contains(&node.id.text),
            Kind::Builtin(builtin) => {
                let is = |port, value| builtin.literal(node, port) == Some(value);
                let all_are = |children: &[Node]| !children.is_empty() && children.iter().all(may);
                match builtin.skipped {
                    Skipped::Never => false,
                    Skipped::Always => true,
                    Skipped::IfAllAre => all_are(children),
                    Skipped::IfOneIs => children.iter().any(may),
                    Skipped::IfFirstIs => children.first().is_some_and(may),
                    Skipped::IfTriedAre => children.split_last().is_some_and(|(_, tried)| all_are(tried)),
                    Skipped::If(port, value) => is(port, value),
                    Skipped::IfOrAllAre(port, value) => is(port, value) || all_are(children),
                    Skipped::UnlessOrOneIs(port, value) => !is(port, value) || children.iter().any(may),
                }
            }
            _ => children.iter().any(may),
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
            Kind::Builtin(builtin) => builtin,
            Kind::Decorator => return self,
            _ => return Skip::Neither,
        };
        let is_aside = match builtin.aside {
            Aside::None => false,
            Aside::First => child == 0,
            Aside::AfterFirst => child > 0,
            Aside::Last => child + 1 == node.children.len(),
        };
        match builtin.counts {
            _ if is_aside => Skip::Neither,
            Counts::AsParent => self,
            Counts::Inverted => match self {
                Skip::Succeeds => Skip::Fails,
                Skip::Fails => Skip::Succeeds,
                Skip::Neither => Skip::Neither,
            },
            Counts::Unless(skip) => {
                if self == skip {
                    Skip::Neither
                } else {
                    self
                }
            }
            Counts::As(skip) => skip,
            Counts::IfAllSucceed => {
                if needs_all(node, builtin) {
                    Skip::Succeeds
                } else {
                    Skip::Neither
                }
            }
        }
    }
}

/// Whether a `Parallel` needs the success of all its children.
fn needs_all(node: &Node, builtin: &Builtin) -> bool {
    let count = builtin.literal(node, "success_count").and_then(|text| text.parse::<i64>().ok());
    count.is_some_and(|count| count == -1 || count == node.children.len() as i64)
}

impl Skips {
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
