//! How the nodes of each tree use its keys.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Facts;
use super::keys::{connection, names_entry};
use crate::becomes::{Args, Becomes};
use crate::builtin::Builtin;
use crate::document::{Direction, Kind, Node, Value};
use crate::script::names::{assigned, names_of};
use crate::visit::visit;

/// How a key is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    pub reads: bool,
    /// A leaf writes it as one of its outputs.
    pub writes: bool,
    /// Any other use, which needs the entry itself.
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

/// How the nodes of all trees use keys.
pub struct Uses<'f, 'd> {
    pub facts: &'f Facts<'d>,
    /// The ports that are written although no model names them.
    written: &'f BTreeSet<(String, String)>,
    of_trees: Vec<BTreeMap<String, Use>>,
}

impl<'f, 'd> Uses<'f, 'd> {
    pub fn new(facts: &'f Facts<'d>, written: &'f BTreeSet<(String, String)>) -> Self {
        let mut uses = Uses { facts, written, of_trees: vec![BTreeMap::new(); facts.trees.len()] };
        for tree in facts.named.subtrees_first() {
            let mut all: BTreeMap<String, Use> = BTreeMap::new();
            visit(&facts.document.trees[tree].root, &mut |node| {
                for (key, used) in uses.at(node) {
                    let one = all.entry(key).or_default();
                    *one = one.with(used);
                }
            });
            uses.of_trees[tree] = all;
        }
        uses
    }

    /// How a tree and its subtrees use the keys of the tree.
    pub fn of_tree(&self, tree: usize) -> &BTreeMap<String, Use> {
        &self.of_trees[tree]
    }

    /// How a node uses the keys of its tree. A subtree uses them as its own nodes do.
    pub fn at(&self, node: &Node) -> Vec<(String, Use)> {
        let mut uses = Vec::new();
        for condition in &node.conditions {
            script(&condition.script, &mut uses);
        }
        if let Some(tree) = self.facts.named.number_of(node) {
            for (key, used) in self.of_tree(tree) {
                if let Some(Value::Key(around)) = connection(node, key) {
                    uses.push((around, *used));
                }
            }
            return uses;
        }
        for port in &node.ports {
            let name = &*port.name.text;
            match (&port.value, node.kind) {
                (Value::Script(code), _) => script(code, &mut uses),
                (Value::Key(key), Kind::Builtin(builtin)) => {
                    uses.push((key.clone(), if may_be_entry(builtin, name) { Use::READS } else { Use::OTHER }));
                }
                (Value::Key(key), _) => uses.push((key.clone(), self.of_port(node, name))),
                (Value::Literal(key), _) if names_entry(node, name) => {
                    uses.push((key.trim().to_owned(), Use::OTHER));
                }
                (Value::Literal(_) | Value::Wrong, _) => {}
            }
        }
        uses
    }

    fn of_port(&self, node: &Node, port: &str) -> Use {
        let is_leaf = matches!(node.kind, Kind::Action | Kind::Condition | Kind::SubTree) && node.children.is_empty();
        let id = &node.id.text;
        let direction = match self.facts.named.port(id, port) {
            Some(known) => known.direction,
            None if self.written.contains(&(id.clone(), port.to_owned())) => Direction::Output,
            None => Direction::Input,
        };
        match direction {
            Direction::Input => Use::READS,
            Direction::Output if is_leaf => Use::WRITES,
            _ => Use::OTHER,
        }
    }
}

/// Whether a port can read an entry in Rust, and so a parameter. Other ports need a constant.
fn may_be_entry(builtin: &Builtin, port: &str) -> bool {
    match builtin.becomes {
        Becomes::Node(_, Args::Count(name) | Args::CountOr(name, _) | Args::Time(name)) => name == port,
        Becomes::Switch => port == "variable",
        Becomes::SetEntry => port == "value",
        _ => false,
    }
}

fn script(script: &crate::script::Script, uses: &mut Vec<(String, Use)>) {
    let written = assigned(script);
    for name in names_of(script) {
        let used = if written.contains(&&*name) { Use::OTHER } else { Use::READS };
        uses.push((name, used));
    }
}
