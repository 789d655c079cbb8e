//! What the nodes of each tree do with its keys.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::keys::{connection, is_blackboard, names_entry};
use crate::document::{Direction, Document, Kind, Model, Node, Value};
use crate::script::names::{assigned, names_of};
use crate::visit::visit;

/// What is done with a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    pub reads: bool,
    /// A leaf writes it as one of its outputs.
    pub writes: bool,
    /// Anything else, for which the entry itself is needed.
    pub other: bool,
}

impl Use {
    pub const READS: Use = Use { reads: true, writes: false, other: false };
    pub const WRITES: Use = Use { reads: false, writes: true, other: false };
    pub const OTHER: Use = Use { reads: true, writes: true, other: true };

    fn with(self, more: Use) -> Use {
        Use { reads: self.reads || more.reads, writes: self.writes || more.writes, other: self.other || more.other }
    }
}

/// What is known of the nodes that the user brings: which of their ports are written.
pub struct Directions<'d> {
    models: HashMap<&'d str, &'d Model>,
    /// Those that no model names.
    written: &'d BTreeSet<(String, String)>,
}

impl<'d> Directions<'d> {
    pub fn new(document: &'d Document, written: &'d BTreeSet<(String, String)>) -> Self {
        Directions { models: document.models.iter().map(|model| (&*model.id.text, model)).collect(), written }
    }

    fn of(&self, node: &Node, port: &str) -> Direction {
        let model = self.models.get(&*node.id.text);
        match model.and_then(|model| model.ports.iter().find(|known| known.name.text == port)) {
            Some(known) => known.direction,
            None if self.written.contains(&(node.id.text.clone(), port.to_owned())) => Direction::Output,
            None => Direction::Input,
        }
    }
}

/// The ports of BehaviorTree.CPP's own nodes that may be a parameter.
const READ: [&str; 7] = ["variable", "num_cycles", "num_attempts", "msec", "delay_msec", "number_of_retries", "value"];

/// What the nodes of all trees do.
pub struct Uses<'d> {
    pub document: &'d Document,
    pub trees: HashMap<&'d str, usize>,
    directions: Directions<'d>,
    known: HashMap<usize, BTreeMap<String, Use>>,
}

impl<'d> Uses<'d> {
    pub fn new(document: &'d Document, written: &'d BTreeSet<(String, String)>) -> Self {
        let trees = document.trees.iter().enumerate().map(|(number, tree)| (&*tree.name.text, number)).collect();
        Uses { document, trees, directions: Directions::new(document, written), known: HashMap::new() }
    }

    /// The tree that a node runs.
    pub fn tree_of(&self, node: &Node) -> Option<usize> {
        self.trees.get(&*node.id.text).copied().filter(|_| matches!(node.kind, Kind::SubTree))
    }

    /// What a tree, with its subtrees, does with its keys.
    pub fn of_tree(&mut self, tree: usize) -> BTreeMap<String, Use> {
        if let Some(known) = self.known.get(&tree) {
            return known.clone();
        }
        let mut all: BTreeMap<String, Use> = BTreeMap::new();
        visit(&self.document.trees[tree].root, &mut |node| {
            for (key, used) in self.at(node) {
                let one = all.entry(key).or_default();
                *one = one.with(used);
            }
        });
        self.known.insert(tree, all.clone());
        all
    }

    /// What a node does with the keys of its tree. A subtree does what is done in it.
    pub fn at(&mut self, node: &Node) -> Vec<(String, Use)> {
        let mut uses = Vec::new();
        for condition in &node.conditions {
            script(&condition.script, &mut uses);
        }
        if let Some(tree) = self.tree_of(node) {
            for (key, used) in self.of_tree(tree) {
                if let Some(Value::Key(around)) = connection(node, &key) {
                    uses.push((around, used));
                }
            }
            return uses;
        }
        for port in &node.ports {
            let name = &*port.name.text;
            match &port.value {
                Value::Script(code) => script(code, &mut uses),
                Value::Key(key) if matches!(node.kind, Kind::Builtin(_)) => {
                    let is_read = READ.contains(&name) && (name != "value" || is_blackboard(node));
                    uses.push((key.clone(), if is_read { Use::READS } else { Use::OTHER }));
                }
                Value::Key(key) => uses.push((key.clone(), self.of_port(node, name))),
                Value::Literal(key) if names_entry(node, name) => {
                    uses.push((key.trim().to_owned(), Use::OTHER));
                }
                Value::Literal(_) | Value::Wrong => {}
            }
        }
        uses
    }

    fn of_port(&self, node: &Node, port: &str) -> Use {
        let is_leaf = matches!(node.kind, Kind::Action | Kind::Condition | Kind::SubTree) && node.children.is_empty();
        match self.directions.of(node, port) {
            Direction::Input => Use::READS,
            Direction::Output if is_leaf => Use::WRITES,
            _ => Use::OTHER,
        }
    }
}

fn script(script: &crate::script::Script, uses: &mut Vec<(String, Use)>) {
    let written = assigned(script);
    for name in names_of(script) {
        let used = if written.contains(&&*name) { Use::OTHER } else { Use::READS };
        uses.push((name, used));
    }
}
