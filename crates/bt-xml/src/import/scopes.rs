//! Resolves each key of each tree to an entry of a blackboard. Every subtree has its own blackboard, whose keys may be
//! connected to entries of the outer tree.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::facts::Facts;
use super::keys::is_passed_on;
use super::parameters::{Way, Ways};
use crate::document::{Kind, Node, Value};
use crate::skips::Skip;
use crate::visit::subtrees_first;

/// The number of an entry.
pub type EntryId = usize;

/// The meaning of a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    Entry(EntryId),
    /// A text that was passed to the subtree.
    Constant(String),
}

/// A tree with the meaning of its keys.
pub struct Scope {
    /// Its number among the trees of the document.
    pub tree: usize,
    /// How its root counts if it is skipped.
    pub skip: Skip,
    pub keys: BTreeMap<String, Meaning>,
    /// The keys that it uses or passes on.
    pub used: BTreeSet<String>,
    /// Its parameters: their keys and entries.
    pub parameters: Vec<(String, EntryId)>,
    /// The scopes of its subtrees, in file order; `None` if the file with the subtree was not read.
    pub subtrees: Vec<Option<usize>>,
    /// The arguments of each of these subtrees, by key.
    pub arguments: Vec<BTreeMap<String, Meaning>>,
}

impl Scope {
    /// The entry that a key means.
    pub fn entry(&self, key: &str) -> Option<EntryId> {
        match self.keys.get(key)? {
            Meaning::Entry(entry) => Some(*entry),
            Meaning::Constant(_) => None,
        }
    }

    /// The meaning of the key in a port of a node.
    pub fn meaning(&self, node: &Node, port: &str) -> Option<&Meaning> {
        let Value::Key(key) = node.port(port)? else { return None };
        self.keys.get(key)
    }

    /// The meaning of the key in a port that may omit the braces.
    pub fn meaning_of_name(&self, node: &Node, port: &str) -> Option<&Meaning> {
        let (Value::Key(key) | Value::Literal(key)) = node.port(port)? else { return None };
        self.keys.get(key.trim())
    }
}

/// All trees of a file. A tree has a scope for each combination of what its keys mean and how a skip of its root
/// counts.
#[derive(Default)]
pub struct Scopes {
    pub all: Vec<Scope>,
    /// The key of each entry, and the tree that owns its blackboard.
    pub entries: Vec<(String, usize)>,
    /// The entries that are parameters of a tree.
    pub parameters: BTreeMap<EntryId, Way>,
    /// The entries that all scopes of a tree share.
    common: HashMap<(usize, String), EntryId>,
    /// The scopes by tree, skip, and the meanings of the keys.
    known: BTreeMap<(usize, Skip, BTreeMap<String, Meaning>), usize>,
}

impl Scopes {
    /// The numbers of all scopes, each after those of its subtrees.
    pub fn subtrees_first(&self) -> Vec<usize> {
        subtrees_first(self.all.len(), |scope| self.all[scope].subtrees.iter().flatten().copied().collect())
    }

    /// The nodes of each scope, and between them those of its subtrees, if they have not come before. Each node comes
    /// twice: before its children, and with `true` after them.
    pub fn as_they_run<'s, 'd>(&'s self, facts: &Facts<'d>) -> Vec<(&'s Scope, &'d Node, bool)> {
        let (mut nodes, mut seen, mut subtrees) = (Vec::new(), vec![false; self.all.len()], vec![0; self.all.len()]);
        let root = |scope: usize| (scope, &facts.document.trees[self.all[scope].tree].root, false);
        // A list serves as the stack, since trees may be nested deeply.
        let mut open: Vec<(usize, &'d Node, bool)> = Vec::new();
        for first in 0..self.all.len() {
            open.extend((!std::mem::replace(&mut seen[first], true)).then(|| root(first)));
            while let Some((scope, node, is_after)) = open.pop() {
                nodes.push((&self.all[scope], node, is_after));
                if is_after {
                    continue;
                }
                open.push((scope, node, true));
                open.extend(node.children.iter().rev().map(|child| (scope, child, false)));
                if let Kind::SubTree = node.kind {
                    let inner = self.all[scope].subtrees[subtrees[scope]];
                    subtrees[scope] += 1;
                    open.extend(inner.filter(|inner| !std::mem::replace(&mut seen[*inner], true)).map(root));
                }
            }
        }
        nodes
    }
}

/// How many scopes there may be: if each tree uses the next one twice, their number doubles each time.
const MOST: usize = 10_000;

/// How many keys all scopes together may have.
const MOST_KEYS: usize = 100_000;

/// How many nodes all scopes together may have: each is written.
const MOST_NODES: usize = 100_000;

/// Builds the scopes of a document without mistakes; `None` if there are too many.
pub fn scopes(facts: &Facts<'_>, ways: &Ways) -> Option<Scopes> {
    let mut builder = Builder { facts, ways, scopes: Scopes::default(), keys: 0, nodes: 0 };
    let all = facts.trees.iter().flat_map(|tree| &tree.subtrees);
    let used: BTreeSet<usize> = all.filter_map(|node| facts.named.number_of(node)).collect();
    for root in (0..facts.trees.len()).filter(|tree| !used.contains(tree)) {
        builder.scope(root, Skip::Neither, BTreeMap::new())?;
    }
    Some(builder.scopes)
}

struct Builder<'f, 'd> {
    facts: &'f Facts<'d>,
    ways: &'f Ways,
    scopes: Scopes,
    /// How many keys all scopes have so far.
    keys: usize,
    /// How many nodes they have so far.
    nodes: usize,
}

impl Builder<'_, '_> {
    /// The scope of a tree in which the `given` keys have a meaning. A tree without given keys is a main tree.
    fn scope(&mut self, tree: usize, skip: Skip, mut given: BTreeMap<String, Meaning>) -> Option<usize> {
        let (facts, ways) = (self.facts, self.ways);
        let keys = &facts.trees[tree].keys;
        given.retain(|key, _| keys.contains(key) && ways.of(tree, key).is_none());
        let is_given = keys.iter().all(|key| given.contains_key(key) || ways.of(tree, key).is_some());
        if is_given && let Some(&known) = self.scopes.known.get(&(tree, skip, given.clone())) {
            return Some(known);
        }
        let number = self.scopes.all.len();
        self.keys += keys.len();
        self.nodes += facts.trees[tree].size;
        if number == MOST || self.keys > MOST_KEYS || self.nodes > MOST_NODES {
            return None;
        }
        let mut meanings = given.clone();
        for key in keys {
            if meanings.contains_key(key) {
                continue;
            }
            // If no entry of the main tree was given, this is the main tree.
            let own = key.trim_start_matches('@').to_owned();
            let meaning = meanings.get(&own).cloned().unwrap_or_else(|| self.entry(tree, &own));
            if own != *key {
                meanings.entry(own).or_insert_with(|| meaning.clone());
            }
            meanings.insert(key.clone(), meaning);
        }
        let entry = |key: &String| match meanings.get(key) {
            Some(Meaning::Entry(entry)) => Some((key.clone(), *entry)),
            _ => None,
        };
        let parameters = keys.iter().filter_map(entry);
        let parameters = parameters.filter(|(_, entry)| self.scopes.parameters.contains_key(entry)).collect();
        let (subtrees, arguments) = (Vec::new(), Vec::new());
        self.scopes.all.push(Scope {
            tree,
            skip,
            keys: meanings.clone(),
            used: keys.clone(),
            parameters,
            subtrees,
            arguments,
        });
        if is_given {
            self.scopes.known.insert((tree, skip, given), number);
        }
        let (mut subtrees, mut arguments) = (Vec::new(), Vec::new());
        let skips = facts.skips.of_subtrees(&facts.document.trees[tree].root, skip);
        for (node, skip) in facts.trees[tree].subtrees.iter().zip(skips) {
            let given = self.given(node, &meanings);
            arguments.push(given.clone());
            subtrees.push(match facts.named.number_of(node) {
                Some(subtree) => Some(self.scope(subtree, skip, given)?),
                None => None,
            });
        }
        self.scopes.all[number].subtrees = subtrees;
        self.scopes.all[number].arguments = arguments;
        Some(number)
    }

    /// A new entry of a tree, or the entry that all its scopes share.
    fn entry(&mut self, tree: usize, key: &str) -> Meaning {
        let way = self.ways.of(tree, key);
        if let Some(known) = way.and_then(|_| self.scopes.common.get(&(tree, key.to_owned()))) {
            return Meaning::Entry(*known);
        }
        let entry = self.scopes.entries.len();
        self.scopes.entries.push((key.to_owned(), tree));
        if let Some(way) = way {
            self.scopes.common.insert((tree, key.to_owned()), entry);
            if way != Way::Shared {
                self.scopes.parameters.insert(entry, way);
            }
        }
        Meaning::Entry(entry)
    }

    /// The meanings that the ports of a subtree give to its keys.
    fn given(&self, node: &Node, around: &BTreeMap<String, Meaning>) -> BTreeMap<String, Meaning> {
        let mut given = BTreeMap::new();
        for port in &node.ports {
            let meaning = match &port.value {
                Value::Key(key) => around.get(key).cloned(),
                Value::Literal(text) => Some(Meaning::Constant(text.clone())),
                Value::Script(_) | Value::Wrong => None,
            };
            given.extend(meaning.map(|meaning| (port.name.text.clone(), meaning)));
        }
        for key in self.facts.named.number_of(node).into_iter().flat_map(|tree| &self.facts.trees[tree].keys) {
            if let Some(meaning) = around.get(key).filter(|_| is_passed_on(node, key)) {
                given.entry(key.clone()).or_insert_with(|| meaning.clone());
            }
        }
        given
    }
}
