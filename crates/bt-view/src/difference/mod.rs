//! `Difference`: what differs between two trees.

mod matching;
mod merge;

use crate::draw::{Drawing, Tone};
use crate::outline::{Node, Outline};
use matching::Matching;
use merge::Merge;

/// The differences between two trees: one tree of the nodes of both, each added, removed, changed, moved or the same.
///
/// A node of the new tree matches a node of the old tree by the first of these rules that applies:
///
/// 1. Nodes with the same label, if no other node has it.
/// 2. Nodes that are the same with everything below them, if each tree has only one such node: the largest first; then
///    the same again, but ignoring a label that was added or removed.
/// 3. Composites, or decorators, that share at least half of their children.
/// 4. Children of matching nodes: the longest list, in the same order, of children with the same text, or name and
///    arguments, or name. A child that was wrapped in decorators counts as a child.
///
/// The idea of matching equal subtrees first, and then their parents by the children that they share, is that of
/// [GumTree](https://doi.org/10.1145/2642937.2642982) (Falleri, Morandat, Blanc, Martinez and Monperrus, 2014).
///
/// A node has moved if its nearest ancestor that is in both trees is a different one, or if its order among its
/// siblings has changed. A node that is wrapped in a new one has not moved. The drawing shows where a moved node was,
/// and what has changed in a node.
///
/// ```
/// use bt_view::{Difference, Outline};
///
/// bt::bt! { Old(()) = sequence < knock: succeed, repeat(2) < running > > }
/// bt::bt! { New(()) = sequence < repeat(3) < running >, shut: succeed > }
///
/// let difference = Difference::between(&Outline::of::<Old>(), &Outline::of::<New>());
/// assert_eq!(difference.drawing().text(), "  sequence
/// - ├── knock: succeed
/// ~ ├── repeat(2) -> (3)
///   │   └── running
/// + └── shut: succeed
/// ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    outline: Outline,
    tones: Vec<Tone>,
}

impl Difference {
    /// Compares two trees.
    pub fn between(old: &Outline, new: &Outline) -> Self {
        // The outline of an enum of trees has no nodes.
        if old.nodes().is_empty() {
            return Difference::added(new);
        }
        if new.nodes().is_empty() {
            return Difference::removed(old);
        }
        Difference::of(Merge::new(old, new, Matching::new(old, new)).nodes())
    }

    /// The difference between no tree and a tree: each node is added.
    pub fn added(new: &Outline) -> Self {
        Difference::of(new.nodes().iter().map(|node| (node.clone(), Tone::Added)).collect())
    }

    /// The difference between a tree and no tree: each node is removed.
    pub fn removed(old: &Outline) -> Self {
        Difference::of(old.nodes().iter().map(|node| (node.clone(), Tone::Removed)).collect())
    }

    fn of(nodes: Vec<(Node, Tone)>) -> Self {
        let (nodes, tones): (Vec<Node>, Vec<Tone>) = nodes.into_iter().unzip();
        Difference { outline: Outline::from_nodes(nodes), tones }
    }

    /// Whether the two trees are the same, apart from their source positions.
    pub fn is_empty(&self) -> bool {
        self.tones.iter().all(|tone| *tone == Tone::Plain)
    }

    /// How many nodes have this tone.
    pub fn count(&self, tone: Tone) -> usize {
        self.tones.iter().filter(|other| **other == tone).count()
    }

    /// The drawing of the differences, as text, DOT, Mermaid or SVG.
    pub fn drawing(&self) -> Drawing<'_> {
        Drawing::with_tones(&self.outline, self.tones.clone())
    }
}
