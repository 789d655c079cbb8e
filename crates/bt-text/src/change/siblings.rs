//! Changes of several siblings at once, composed of changes of single nodes.

use super::list::indent_at;
use super::written::{indented, without_labels};
use super::{Change, Changed};
use crate::text::{At, Text};

/// A text that is changed in steps.
struct Steps {
    text: Text,
    at: At,
    /// The number of siblings, beginning with the node at `at`.
    count: usize,
}

/// Changes a node and the siblings after it.
pub fn change(text: &Text, at: At, count: usize, change: &Change) -> Result<Changed, String> {
    let steps = Steps::new(text, at, count)?;
    match change {
        _ if count == 1 => text.change(at, change),
        Change::Delete => steps.delete(),
        Change::Duplicate => steps.duplicate(),
        Change::Up | Change::In => steps.each(change),
        // Each moves to just after the parent, or past the following node.
        Change::Down | Change::Out => steps.each_from_last(change),
        Change::Move { tree: None, parent, index } => steps.moved_to(*parent, *index),
        Change::Move { .. } => Err("to move several nodes to another tree, cut and paste them".to_owned()),
        Change::Wrap { wrapper } => steps.wrap(wrapper),
        Change::After { .. } | Change::Paste { .. } => steps.after(change),
        _ => Err("this change works on one node only".to_owned()),
    }
}

/// Inserts several nodes, one after the other; at a root, as its last children. Returns where the first of them is.
pub fn paste(text: &Text, at: At, nodes: &[String]) -> Result<Changed, String> {
    let (mut text, mut to, mut first) = (text.clone(), at, None);
    for node in nodes {
        let changed = text.change(to, &Change::Paste { text: node.clone() })?;
        text = text.with(changed.text);
        first = first.or(Some(changed.at));
        if at.node > 0 {
            to = changed.at;
        }
    }
    let at = first.ok_or("this is not a node")?;
    Ok(Changed { text: text.text().to_owned(), at })
}

impl Steps {
    fn new(text: &Text, at: At, count: usize) -> Result<Self, String> {
        let path = text.path(at).ok_or("this node is not in the file")?;
        let parent = path.len().checked_sub(2).map(|parent| path[parent]);
        let after = parent.map_or(1, |parent| {
            let own = parent.index_of(path[path.len() - 1]).unwrap_or(0);
            parent.nodes().len() - own
        });
        if count == 0 || count > after {
            return Err("there are not that many siblings".to_owned());
        }
        Ok(Steps { text: text.clone(), at, count })
    }

    /// Makes a step, and finds the changed node.
    fn step(&mut self, node: usize, change: &Change) -> Result<usize, String> {
        let Changed { text, at } = self.text.change(At { node, ..self.at }, change)?;
        self.text = self.text.with(text);
        Ok(at.node)
    }

    fn done(self, node: usize) -> Result<Changed, String> {
        Ok(Changed { text: self.text.text().to_owned(), at: At { node, ..self.at } })
    }

    /// How many nodes a node has, including itself.
    fn size(&self, node: usize) -> usize {
        self.text.path(At { node, ..self.at }).and_then(|path| path.last().map(|node| node.size())).unwrap_or(1)
    }

    /// The numbers of the siblings, in pre-order.
    fn nodes(&self) -> Vec<usize> {
        let next = |node: &usize| Some(node + self.size(*node));
        std::iter::successors(Some(self.at.node), next).take(self.count).collect()
    }

    /// The number of the parent, and the index of the first sibling.
    fn parent(&self) -> Result<(usize, usize), String> {
        let path = self.text.path(self.at).unwrap_or_default();
        let [.., parent, node] = path[..] else { return Err("the root has no siblings".to_owned()) };
        let number = self.text.trees()[self.at.tree].number_of(parent).unwrap_or(0);
        Ok((number, parent.index_of(node).unwrap_or(0)))
    }

    /// After a deletion, the next sibling has the deleted one's number.
    fn delete(mut self) -> Result<Changed, String> {
        let mut parent = self.at.node;
        for _ in 0..self.count {
            parent = self.step(self.at.node, &Change::Delete)?;
        }
        self.done(parent)
    }

    fn duplicate(mut self) -> Result<Changed, String> {
        let (parent, index) = self.parent()?;
        let around = At { node: parent, ..self.at };
        let name = self.text.path(around).and_then(|path| path.last().map(|node| node.name.clone()));
        let name = name.map_or(String::new(), |name| self.text.slice(&name).to_owned());
        let mut copies = Vec::new();
        for node in self.nodes() {
            let path = self.text.path(At { node, ..self.at }).unwrap_or_default();
            let whole = path.last().map_or(0..0, |node| node.whole());
            let copy = without_labels(self.text.slice(&whole), &name, &|_| true);
            copies.push(indented(&copy, indent_at(self.text.text(), whole.start), "", "\n"));
        }
        let mut first = None;
        for (copy, text) in copies.into_iter().enumerate() {
            let insert = Change::Insert { index: index + self.count + copy, text };
            let node = self.step(parent, &insert)?;
            first = first.or(Some(node));
        }
        let node = first.unwrap_or(self.at.node);
        self.done(node)
    }

    /// Makes the change for each sibling, beginning with the first. The change must not alter the numbers of later
    /// siblings.
    fn each(mut self, change: &Change) -> Result<Changed, String> {
        let mut first = None;
        for node in self.nodes() {
            let changed = self.step(node, change)?;
            first = first.or(Some(changed));
        }
        let node = first.unwrap_or(self.at.node);
        self.done(node)
    }

    /// Makes the change for each sibling, beginning with the last.
    fn each_from_last(mut self, change: &Change) -> Result<Changed, String> {
        let mut first = self.at.node;
        for node in self.nodes().into_iter().rev() {
            first = self.step(node, change)?;
        }
        self.done(first)
    }

    fn moved_to(mut self, parent: usize, index: usize) -> Result<Changed, String> {
        let (own, from) = self.parent()?;
        if self.nodes().into_iter().any(|node| (node..node + self.size(node)).contains(&parent)) {
            return Err("a node cannot be moved into itself".to_owned());
        }
        if own == parent && (from..=from + self.count).contains(&index) {
            return Err("it is already there".to_owned());
        }
        let (mut node, mut to, mut index, mut first) = (self.at.node, parent, index, usize::MAX);
        for _ in 0..self.count {
            let size = self.size(node);
            let moved = self.step(node, &Change::Move { tree: None, parent: to, index })?;
            // A move to the left does not change the numbers of the others.
            let is_left = moved <= node;
            if first == usize::MAX {
                first = moved;
            } else if !is_left {
                // The moved nodes came from before this one, whose number shrinks by theirs.
                first -= size;
            }
            if to > node {
                to -= size;
            }
            if is_left {
                node += size;
            }
            if is_left || own != parent {
                index += 1;
            }
        }
        self.done(first)
    }

    /// Wraps the first sibling, and moves the others in after it.
    fn wrap(mut self, wrapper: &str) -> Result<Changed, String> {
        let nodes = self.nodes();
        let has_arm = |node: &usize| {
            let path = self.text.path(At { node: *node, ..self.at }).unwrap_or_default();
            path.last().is_some_and(|node| node.arm.is_some())
        };
        if nodes.iter().any(has_arm) {
            return Err("each of them has its own condition".to_owned());
        }
        let wrapped = self.step(nodes[0], &Change::Wrap { wrapper: wrapper.to_owned() })?;
        for node in &nodes[1..] {
            // The wrapper is one more node before it.
            self.step(node + 1, &Change::In)?;
        }
        self.done(wrapped)
    }

    /// Makes the change at the last sibling.
    fn after(mut self, change: &Change) -> Result<Changed, String> {
        let last = self.nodes().into_iter().next_back().unwrap_or(self.at.node);
        let node = self.step(last, change)?;
        self.done(node)
    }
}
