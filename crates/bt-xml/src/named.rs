//! The trees and models of a document, by name.

use std::collections::HashMap;

use crate::document::{Document, Kind, Model, ModelPort, Node, Tree};
use crate::visit::{subtrees_first, subtrees_of};

/// The trees and the models of a document.
pub struct Named<'d> {
    pub document: &'d Document,
    trees: HashMap<&'d str, usize>,
    models: HashMap<&'d str, &'d Model>,
}

impl<'d> Named<'d> {
    pub fn new(document: &'d Document) -> Self {
        let trees = document.trees.iter().enumerate().map(|(number, tree)| (&*tree.name.text, number)).collect();
        let models = document.models.iter().map(|model| (&*model.id.text, model)).collect();
        Named { document, trees, models }
    }

    pub fn has_tree(&self, name: &str) -> bool {
        self.trees.contains_key(name)
    }

    pub fn tree(&self, name: &str) -> Option<&'d Tree> {
        self.trees.get(name).map(|&number| &self.document.trees[number])
    }

    /// The number of the tree that a node runs.
    pub fn number_of(&self, node: &Node) -> Option<usize> {
        self.trees.get(&*node.id.text).copied().filter(|_| matches!(node.kind, Kind::SubTree))
    }

    /// The tree that a node runs.
    pub fn tree_of(&self, node: &Node) -> Option<&'d Tree> {
        self.number_of(node).map(|number| &self.document.trees[number])
    }

    pub fn models(&self) -> impl Iterator<Item = &'d Model> {
        self.models.values().copied()
    }

    /// The model of a kind of node.
    pub fn model(&self, id: &str) -> Option<&'d Model> {
        self.models.get(id).copied()
    }

    /// A port in the model of a kind of node.
    pub fn port(&self, id: &str, port: &str) -> Option<&'d ModelPort> {
        self.model(id)?.ports.iter().find(|known| known.name.text == port)
    }

    /// The numbers of all trees, each after the trees that it runs.
    pub fn subtrees_first(&self) -> Vec<usize> {
        let trees = &self.document.trees;
        subtrees_first(trees.len(), |tree| {
            subtrees_of(&trees[tree].root).into_iter().filter_map(|node| self.number_of(node)).collect()
        })
    }
}
