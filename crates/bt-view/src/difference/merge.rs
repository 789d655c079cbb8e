//! Merges two trees: the new tree, and near their old places the nodes that only the old tree has.

use super::matching::{Matching, above};
use crate::draw::Tone;
use crate::outline::{Node, Outline};

pub struct Merge<'o> {
    old: &'o Outline,
    new: &'o Outline,
    matching: Matching,
    /// Whether each node of the new tree has moved.
    moved: Vec<bool>,
    nodes: Vec<(Node, Tone)>,
}

impl<'o> Merge<'o> {
    pub fn new(old: &'o Outline, new: &'o Outline, matching: Matching) -> Self {
        let moved = moved(old, new, &matching);
        Merge { old, new, matching, moved, nodes: Vec::new() }
    }

    /// The nodes of both trees, with their tones.
    pub fn nodes(mut self) -> Vec<(Node, Tone)> {
        if self.matching.to_new[0].is_none() {
            self.removed(0, 0);
        }
        self.present(0, 0);
        self.nodes
    }

    /// Adds a node of the new tree, and everything below it.
    fn present(&mut self, position: usize, depth: usize) {
        let node = &self.new.nodes()[position];
        let Some(old) = self.matching.to_old[position] else {
            self.nodes.push((Node { depth, ..node.clone() }, Tone::Added));
            node.children.iter().for_each(|&child| self.present(child, depth + 1));
            return;
        };
        let both = self.both(old, position, depth);
        self.nodes.push(both);
        let removed: Vec<usize> = self.old.nodes()[old]
            .children
            .iter()
            .copied()
            .filter(|&child| self.matching.to_new[child].is_none())
            .collect();
        let place = |&removed: &usize| self.place(old, position, removed);
        let places: Vec<Option<usize>> = removed.iter().map(place).collect();
        let at = |after: Option<usize>| removed.iter().zip(&places).filter(move |(_, place)| **place == after);
        let at = |after: Option<usize>| at(after).map(|(&removed, _)| removed).collect::<Vec<usize>>();
        at(None).into_iter().for_each(|removed| self.removed(removed, depth + 1));
        for &child in &node.children {
            self.present(child, depth + 1);
            at(Some(child)).into_iter().for_each(|removed| self.removed(removed, depth + 1));
        }
    }

    /// The child of a new node after which to draw a removed child of the old node; `None` if it comes before all of
    /// them.
    fn place(&self, old: usize, new: usize, removed: usize) -> Option<usize> {
        let before = self.old.nodes()[old].children.iter().take_while(|&&child| child != removed);
        let partners = before.filter_map(|&child| self.matching.to_new[child]);
        let partners: Vec<usize> = partners.filter(|&partner| !self.moved[partner]).collect();
        let child_of_new = |&partner: &usize| {
            let mut up = std::iter::once(partner).chain(above(self.new, partner));
            up.find(|&above| self.new.nodes()[above].parent == Some(new))
        };
        partners.iter().rev().find_map(child_of_new)
    }

    /// Adds a node that is only in the old tree, and the nodes below it that are, too.
    fn removed(&mut self, position: usize, depth: usize) {
        let node = &self.old.nodes()[position];
        self.nodes.push((Node { depth, ..node.clone() }, Tone::Removed));
        for &child in &node.children {
            if self.matching.to_new[child].is_none() {
                self.removed(child, depth + 1);
            }
        }
        // Nodes further below, under a node that is still there, are drawn under that node.
    }

    /// A node that is in both trees. Only changed text is shown twice.
    fn both(&self, old: usize, new: usize, depth: usize) -> (Node, Tone) {
        let (one, other) = (&self.old.nodes()[old], &self.new.nodes()[new]);
        let mut node = Node { depth, ..other.clone() };
        let has_changed = one.to_string() != other.to_string();
        if one.arm != other.arm && !one.arm.is_empty() && !other.arm.is_empty() {
            node.arm = format!("{} -> {}", one.arm, other.arm);
        }
        if one.label != other.label {
            let label = |node: &Node| node.label.clone().unwrap_or_else(|| "_".to_owned());
            node.label = Some(format!("{} -> {}", label(one), label(other)));
        }
        node.name.clone_from(&one.name);
        if (&one.name, &one.args) != (&other.name, &other.args) {
            let name = if one.name == other.name { "" } else { &other.name };
            let args = if other.args.is_empty() && name.is_empty() { "()" } else { &other.args };
            node.args = format!("{} -> {}", one.args, format!("{name}{args}").trim_start());
        }
        if self.moved[new] {
            node.args += &self.was(old);
            return (node, Tone::Moved);
        }
        (node, if has_changed { Tone::Changed } else { Tone::Plain })
    }

    /// Where a node was.
    fn was(&self, old: usize) -> String {
        let Some(parent) = self.old.nodes()[old].parent else { return " (was the root)".to_owned() };
        let parent = &self.old.nodes()[parent];
        let number = parent.children.iter().take_while(|&&child| child != old).count() + 1;
        format!(" (was child {number} of `{}`)", parent.title())
    }
}

/// Which nodes of the new tree have moved.
fn moved(old: &Outline, new: &Outline, matching: &Matching) -> Vec<bool> {
    let mut moved = vec![false; new.nodes().len()];
    // For each node of both trees, the nearest nodes below it that are in both, in the order of the old tree.
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); new.nodes().len() + 1];
    for position in 0..old.nodes().len() {
        let Some(partner) = matching.to_new[position] else { continue };
        let above = matching.above_old(old, position).and_then(|above| matching.to_new[above]);
        if above == matching.above_new(new, partner) {
            below[above.map_or(0, |above| above + 1)].push(partner);
        } else {
            moved[partner] = true;
        }
    }
    for siblings in below {
        let stay = longest_rising(&siblings);
        siblings.into_iter().filter(|sibling| !stay.contains(sibling)).for_each(|sibling| moved[sibling] = true);
    }
    moved
}

/// The longest increasing subsequence.
fn longest_rising(numbers: &[usize]) -> Vec<usize> {
    // For each number, the length of the longest subsequence that ends with it, and the number before it.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (at, &number) in numbers.iter().enumerate() {
        let before =
            (0..at).filter(|&before| numbers[before] < number).max_by_key(|&before| (best[before].0, at - before));
        best.push((1 + before.map_or(0, |before| best[before].0), before));
    }
    let last = (0..numbers.len()).max_by_key(|&at| best[at].0);
    std::iter::successors(last, |&at| best[at].1).map(|at| numbers[at]).collect()
}
