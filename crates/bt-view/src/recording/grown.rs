//! `Grown`: a tree, and the trees that its `dynamic` nodes have held. `Ids`: the ids of their nodes.

use std::collections::BTreeMap;

use bt::describe::{Description, NodeInfo};

use super::edited::Edited;
use super::event::What;
use crate::outline::{Node, Outline};

/// A tree, and the trees that its `dynamic` nodes have held.
///
/// The ids of nodes stay the same while the tree grows. For the tree's own nodes they are positions; the others are
/// numbered in the order in which they were first entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grown {
    pub own: Outline,
    pub nested: Vec<Nested>,
    /// All nodes: each held tree is below the node that holds it.
    pub outline: Outline,
    /// The id of each node of the outline.
    pub ids: Vec<u32>,
    /// The position in the outline of each id.
    pub places: Vec<u32>,
}

/// A tree that a `dynamic` node has held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Nested {
    /// The id of the node that has held it.
    pub node: u32,
    pub tree: Outline,
}

impl Grown {
    /// A tree, and those that its nodes have held, in the order in which they were first entered: a nested tree comes
    /// after the tree that contains its node.
    pub fn new(own: Outline, nested: Vec<Nested>) -> Self {
        let mut held: BTreeMap<u32, Vec<(u32, &Outline)>> = BTreeMap::new();
        let mut next = own.nodes().len() as u32;
        for Nested { node, tree } in &nested {
            held.entry(*node).or_default().push((next, tree));
            next += tree.nodes().len() as u32;
        }
        let (mut nodes, mut ids) = (Vec::new(), Vec::new());
        add(&own, (0, 0), &held, &mut nodes, &mut ids);
        let mut places = vec![0; ids.len()];
        for (place, id) in (0..).zip(&ids) {
            places[*id as usize] = place;
        }
        Grown { outline: Outline::from_nodes(nodes), own, nested, ids, places }
    }

    pub fn grow(&mut self, node: u32, tree: Outline) {
        let mut nested = std::mem::take(&mut self.nested);
        nested.push(Nested { node, tree });
        *self = Grown::new(self.own.clone(), nested);
    }

    /// The position of the node with an id.
    pub fn place(&self, id: u32) -> u32 {
        self.places[id as usize]
    }
}

/// Adds the nodes of a tree, whose root has this id and depth, and the nodes of the trees that they have held.
fn add(
    tree: &Outline,
    (first, depth): (u32, usize),
    held: &BTreeMap<u32, Vec<(u32, &Outline)>>,
    nodes: &mut Vec<Node>,
    ids: &mut Vec<u32>,
) {
    for (id, node) in (first..).zip(tree.nodes()) {
        nodes.push(Node { depth: depth + node.depth, ..node.clone() });
        ids.push(id);
        for (first, tree) in held.get(&id).into_iter().flatten() {
            add(tree, (*first, depth + node.depth + 1), held, nodes, ids);
        }
    }
}

/// The ids of the nodes of all trees.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    trees: Vec<Numbered>,
}

/// A tree, and the trees that its nodes have held.
#[derive(Debug)]
struct Numbered {
    /// `None` if it runs elsewhere.
    tree: Option<Description>,
    /// The number of ids.
    ids: u32,
    held: Vec<Held>,
}

#[derive(Debug)]
struct Held {
    node: u32,
    tree: Description,
    /// The id of its root.
    first: u32,
}

impl Ids {
    /// The number of a tree.
    pub fn tree(&mut self, tree: Description) -> usize {
        let known = self.trees.iter().position(|known| known.tree == Some(tree));
        known.unwrap_or_else(|| {
            self.trees.push(Numbered { tree: Some(tree), ids: tree.len() as u32, held: Vec::new() });
            self.trees.len() - 1
        })
    }

    /// The number of a new tree with this many nodes, which runs elsewhere.
    #[cfg(feature = "groot2")]
    pub fn elsewhere(&mut self, nodes: usize) -> usize {
        self.trees.push(Numbered { tree: None, ids: nodes as u32, held: Vec::new() });
        self.trees.len() - 1
    }

    /// Whether this tree has that number. Source positions do not count: a live tree does not know them until it is
    /// edited.
    pub fn is(&self, number: usize, tree: Description) -> bool {
        let Some(known) = self.trees[number].tree else { return false };
        let word = |node: NodeInfo| (node.kind, node.label, node.name, node.args, node.arm, node.depth);
        known == tree || known.nodes().map(word).eq(tree.nodes().map(word))
    }

    /// The id of the root of a tree that a node holds, and whether the tree is new there.
    pub fn enter(&mut self, number: usize, node: u32, tree: Description) -> (u32, bool) {
        let Numbered { ids, held, .. } = &mut self.trees[number];
        if let Some(known) = held.iter().find(|held| held.node == node && held.tree == tree) {
            return (known.first, false);
        }
        let first = *ids;
        *ids += tree.len() as u32;
        held.push(Held { node, tree, first });
        (first, true)
    }
}

/// Where the current events of a step are.
#[derive(Debug, Default)]
pub(crate) struct Inside {
    /// The trees of `dynamic` nodes around them, by the ids of their roots.
    trees: Vec<u32>,
    /// Set if the tree was edited while it ran: nodes that carry on have started before.
    edited: Option<Edited>,
}

impl Inside {
    /// The id of the node at a position.
    pub fn id(&self, position: usize) -> u32 {
        self.trees.last().unwrap_or(&0) + position as u32
    }

    /// The nodes that must have become active before an event of the node at a position, and the id of this node.
    pub fn ids(&mut self, position: usize, what: What) -> (Vec<u32>, u32) {
        let edited = self.edited.as_mut().filter(|_| self.trees.is_empty());
        (edited.map_or_else(Vec::new, |edited| edited.starts_before(position, what)), self.id(position))
    }

    /// The tree was edited, and is now this one.
    pub fn go_over(&mut self, tree: Description) {
        self.edited = Some(Edited::new(tree));
    }

    pub fn enter(&mut self, first: u32) {
        self.trees.push(first);
    }

    pub fn leave(&mut self) {
        self.trees.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::tests::{node, titles};

    fn outline(nodes: &[(usize, &str)]) -> Outline {
        Outline::from_nodes(nodes.iter().map(|(depth, name)| node(*depth, name)))
    }

    #[test]
    fn a_tree_grows_below_its_nodes() {
        let mut tree = Grown::new(outline(&[(0, "root"), (1, "left"), (1, "right")]), Vec::new());
        tree.grow(2, outline(&[(0, "dig"), (1, "wait")]));
        tree.grow(1, outline(&[(0, "nap")]));
        tree.grow(4, outline(&[(0, "deep")]));
        tree.grow(2, outline(&[(0, "fish")]));
        assert_eq!(titles(&tree.outline), ["root", "left", "nap", "right", "dig", "wait", "deep", "fish"]);
        assert_eq!(tree.ids, [0, 1, 5, 2, 3, 4, 6, 7]);
        let depths: Vec<usize> = tree.outline.nodes().iter().map(|node| node.depth).collect();
        assert_eq!(depths, [0, 1, 2, 1, 2, 3, 4, 2]);
        for (place, id) in (0..).zip(tree.ids.clone()) {
            assert_eq!(tree.place(id), place);
        }
        assert_eq!(tree.outline.nodes()[7].parent, Some(3));
    }
}
