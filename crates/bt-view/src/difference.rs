//! `Difference`: the differences of two trees.

use crate::draw::{Drawing, Tone};
use crate::outline::{Node, Outline};

/// The differences of two trees: the nodes of both in one tree, each added, removed, changed or the same.
///
/// Two nodes are the same if they are in the same order below the same parents, and have the same label or, without
/// labels, the same name. If their text differs, they have changed.
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
        let mut merge = Merge { old, new, nodes: Vec::new() };
        merge.children(&[0], &[0], 0);
        let (nodes, tones): (Vec<Node>, Vec<Tone>) = merge.nodes.into_iter().unzip();
        Difference { outline: Outline::from_nodes(nodes), tones }
    }

    /// Whether the two trees are the same, apart from their source positions.
    pub fn is_empty(&self) -> bool {
        self.tones.iter().all(|tone| *tone == Tone::Plain)
    }

    /// The drawing of the differences.
    pub fn drawing(&self) -> Drawing<'_> {
        Drawing::with_tones(&self.outline, self.tones.clone())
    }
}

/// The nodes of both trees, while they are merged.
struct Merge<'o> {
    old: &'o Outline,
    new: &'o Outline,
    nodes: Vec<(Node, Tone)>,
}

impl Merge<'_> {
    fn children(&mut self, old: &[usize], new: &[usize], depth: usize) {
        let (mut from, mut to) = (0, 0);
        for (one, other) in self.pairs(old, new).into_iter().chain([(old.len(), new.len())]) {
            old[from..one].iter().for_each(|&position| self.all(self.old, position, depth, Tone::Removed));
            new[to..other].iter().for_each(|&position| self.all(self.new, position, depth, Tone::Added));
            if let (Some(&one), Some(&other)) = (old.get(one), new.get(other)) {
                self.both(one, other, depth);
            }
            (from, to) = (one + 1, other + 1);
        }
    }

    /// A node that is in both trees.
    fn both(&mut self, old: usize, new: usize, depth: usize) {
        let (one, other) = (&self.old.nodes()[old], &self.new.nodes()[new]);
        let mut node = Node { depth, ..other.clone() };
        let tone = if one.to_string() == other.to_string() { Tone::Plain } else { Tone::Changed };
        if tone == Tone::Changed {
            // Only text that has changed is written twice.
            if one.arm != other.arm {
                node.arm = format!("{} -> {}", one.arm, other.arm);
            }
            let name = if one.name == other.name { "" } else { &other.name };
            node.name.clone_from(&one.name);
            if (&one.name, &one.args) != (&other.name, &other.args) {
                node.args = format!("{} -> {name}{}", one.args, other.args);
            }
        }
        let (one, other) = (one.children.clone(), other.children.clone());
        self.nodes.push((node, tone));
        self.children(&one, &other, depth + 1);
    }

    /// A node of one of the trees, and all below it.
    fn all(&mut self, outline: &Outline, position: usize, depth: usize, tone: Tone) {
        let nodes = &outline.nodes()[position..outline.end(position)];
        let top = nodes[0].depth;
        self.nodes.extend(nodes.iter().map(|node| (Node { depth: depth + node.depth - top, ..node.clone() }, tone)));
    }

    /// The pairs of children that are the same, in order: the longest common subsequence, weighted by similarity.
    fn pairs(&self, old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
        let mut best = vec![vec![0; new.len() + 1]; old.len() + 1];
        for one in (0..old.len()).rev() {
            for other in (0..new.len()).rev() {
                let paired = match self.likeness(old[one], new[other]) {
                    0 => 0,
                    likeness => likeness + best[one + 1][other + 1],
                };
                best[one][other] = paired.max(best[one + 1][other]).max(best[one][other + 1]);
            }
        }
        let (mut pairs, mut one, mut other) = (Vec::new(), 0, 0);
        while one < old.len() && other < new.len() {
            if best[one][other] == best[one + 1][other] {
                one += 1;
            } else if best[one][other] == best[one][other + 1] {
                other += 1;
            } else {
                pairs.push((one, other));
                (one, other) = (one + 1, other + 1);
            }
        }
        pairs
    }

    /// The similarity of two nodes: 0 if they are not the same node.
    fn likeness(&self, old: usize, new: usize) -> usize {
        let (one, other) = (&self.old.nodes()[old], &self.new.nodes()[new]);
        match () {
            () if one.title() != other.title() => 0,
            () if one.to_string() != other.to_string() => 1,
            () if self.is_same(old, new) => 3,
            () => 2,
        }
    }

    /// Whether two nodes and all below them are the same.
    fn is_same(&self, old: usize, new: usize) -> bool {
        let shape = |outline: &Outline, position: usize| {
            let nodes = &outline.nodes()[position..outline.end(position)];
            nodes.iter().map(|node| (node.depth - nodes[0].depth, node.to_string())).collect::<Vec<_>>()
        };
        shape(self.old, old) == shape(self.new, new)
    }
}
