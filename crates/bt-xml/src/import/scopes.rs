//! Which entry of a blackboard each key of each tree means. Each subtree has a blackboard of its own, whose keys may be
//! connected to entries of the tree around it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::keys::{is_passed_on, keys_of_node, keys_of_ports, scripts};
use super::parameters::{Way, Ways};
use crate::document::{Document, Kind, Node, Value};
use crate::script::names::assigned;
use crate::script::names::names_of;
use crate::skips::{Skip, Skips};
use crate::visit::{subtrees_of, visit};

/// The number of an entry.
pub type EntryId = usize;

/// What a key of a tree means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    Entry(EntryId),
    /// The subtree was given this text.
    Constant(String),
}

/// A tree with what its keys mean.
pub struct Scope {
    /// Its number among the trees of the document.
    pub tree: usize,
    /// How its root counts where it is skipped.
    pub skip: Skip,
    pub keys: BTreeMap<String, Meaning>,
    /// The keys that it uses, or passes on.
    pub used: BTreeSet<String>,
    /// Its parameters: their keys and entries.
    pub parameters: Vec<(String, EntryId)>,
    /// The scopes of its subtrees, in the order of the file; `None` for one that is in a file that was not read.
    pub subtrees: Vec<Option<usize>>,
    /// What each of these is given for its parameters, by their keys.
    pub arguments: Vec<BTreeMap<String, Meaning>>,
}

impl Scope {
    /// What the key in a port of a node means.
    pub fn meaning(&self, node: &Node, port: &str) -> Option<&Meaning> {
        let Value::Key(key) = node.port(port)? else { return None };
        self.keys.get(key)
    }

    /// The same for a port whose key may be written without braces.
    pub fn meaning_of_name(&self, node: &Node, port: &str) -> Option<&Meaning> {
        let (Value::Key(key) | Value::Literal(key)) = node.port(port)? else { return None };
        self.keys.get(key.trim())
    }
}

/// All trees of a file, each once for each meaning of its keys, and of a skip of its root.
#[derive(Default)]
pub struct Scopes {
    pub all: Vec<Scope>,
    /// The key of each entry, and the tree on whose blackboard it is.
    pub entries: Vec<(String, usize)>,
    /// The entries that are parameters of a tree.
    pub parameters: BTreeMap<EntryId, Way>,
    /// The names in scripts that are values of enums in C++.
    pub enums: BTreeSet<String>,
    /// The entries that are the same for all scopes of a tree.
    common: HashMap<(usize, String), EntryId>,
    /// The scopes of a tree with all that its keys mean.
    known: BTreeMap<(usize, Skip, BTreeMap<String, Meaning>), usize>,
}

impl Scopes {
    /// The numbers of all scopes, each after those of its subtrees.
    pub fn subtrees_first(&self) -> Vec<usize> {
        let (mut order, mut seen) = (Vec::new(), vec![false; self.all.len()]);
        let mut open: Vec<(usize, bool)> = (0..self.all.len()).rev().map(|scope| (scope, false)).collect();
        while let Some((scope, is_last)) = open.pop() {
            if is_last {
                order.push(scope);
            } else if !std::mem::replace(&mut seen[scope], true) {
                open.push((scope, true));
                open.extend(self.all[scope].subtrees.iter().flatten().map(|subtree| (*subtree, false)));
            }
        }
        order
    }
}

/// How many scopes are made at most: a tree can be used in another one twice, which is used twice ..
const MOST: usize = 10_000;

/// How many keys all scopes have at most.
const MOST_KEYS: usize = 100_000;

/// How many nodes all scopes have at most: each is written.
const MOST_NODES: usize = 100_000;

/// The scopes of a document without mistakes, or `None` if there are too many.
pub fn scopes(document: &Document, ways: &Ways) -> Option<Scopes> {
    let trees: HashMap<&str, usize> =
        document.trees.iter().enumerate().map(|(number, tree)| (&*tree.name.text, number)).collect();
    let scopes = Scopes { enums: enums(document), ..Scopes::default() };
    let skips = Skips::of(document);
    let mut builder = Builder { document, ways, trees, skips, scopes, keys: HashMap::new(), count: 0, nodes: 0 };
    let mut used: BTreeSet<usize> = BTreeSet::new();
    for tree in &document.trees {
        visit(&tree.root, &mut |node| {
            if matches!(node.kind, Kind::SubTree) {
                used.extend(builder.trees.get(&*node.id.text));
            }
        });
    }
    for root in (0..document.trees.len()).filter(|tree| !used.contains(tree)) {
        builder.scope(root, Skip::Neither, BTreeMap::new())?;
    }
    Some(builder.scopes)
}

struct Builder<'d> {
    document: &'d Document,
    ways: &'d Ways,
    trees: HashMap<&'d str, usize>,
    skips: Skips,
    scopes: Scopes,
    /// The keys that a tree and, where keys of the same name are connected, its subtrees use.
    keys: HashMap<usize, BTreeSet<String>>,
    /// How many keys all scopes have so far.
    count: usize,
    /// How many nodes.
    nodes: usize,
}

impl<'d> Builder<'d> {
    /// The scope of a tree in which some keys have a meaning already. Without any it is a main tree.
    fn scope(&mut self, tree: usize, skip: Skip, mut given: BTreeMap<String, Meaning>) -> Option<usize> {
        let (keys, ways) = (self.keys_of(tree), self.ways);
        given.retain(|key, _| keys.contains(key) && ways.of(tree, key).is_none());
        let is_given = keys.iter().all(|key| given.contains_key(key) || ways.of(tree, key).is_some());
        if is_given && let Some(&known) = self.scopes.known.get(&(tree, skip, given.clone())) {
            return Some(known);
        }
        let number = self.scopes.all.len();
        self.count += keys.len();
        visit(&self.document.trees[tree].root, &mut |_| self.nodes += 1);
        if number == MOST || self.count > MOST_KEYS || self.nodes > MOST_NODES {
            return None;
        }
        let mut meanings = given.clone();
        for key in keys.clone() {
            if meanings.contains_key(&key) {
                continue;
            }
            // An entry of the main tree that was not given: this is the main tree.
            let own = key.trim_start_matches('@').to_owned();
            let meaning = meanings.get(&own).cloned().unwrap_or_else(|| self.entry(tree, &own));
            if own != key {
                meanings.entry(own).or_insert_with(|| meaning.clone());
            }
            meanings.insert(key, meaning);
        }
        let entry = |key: &String| match meanings.get(key) {
            Some(Meaning::Entry(entry)) => Some((key.clone(), *entry)),
            _ => None,
        };
        let parameters = keys.iter().filter_map(entry);
        let parameters = parameters.filter(|(_, entry)| self.scopes.parameters.contains_key(entry)).collect();
        let (subtrees, arguments) = (Vec::new(), Vec::new());
        self.scopes.all.push(Scope { tree, skip, keys: meanings.clone(), used: keys, parameters, subtrees, arguments });
        if is_given {
            self.scopes.known.insert((tree, skip, given), number);
        }
        let (mut subtrees, mut arguments) = (Vec::new(), Vec::new());
        let root = &self.document.trees[tree].root;
        for (node, skip) in subtrees_of(root).into_iter().zip(self.skips.of_subtrees(root, skip)) {
            let given = self.given(node, &meanings);
            arguments.push(given.clone());
            subtrees.push(match self.trees.get(&*node.id.text) {
                Some(&subtree) => Some(self.scope(subtree, skip, given)?),
                None => None,
            });
        }
        self.scopes.all[number].subtrees = subtrees;
        self.scopes.all[number].arguments = arguments;
        Some(number)
    }

    /// A new entry of a tree, or the one that all scopes of it have in common.
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

    /// What the keys of a subtree mean by its ports.
    fn given(&mut self, node: &Node, around: &BTreeMap<String, Meaning>) -> BTreeMap<String, Meaning> {
        let mut given = BTreeMap::new();
        for port in &node.ports {
            let meaning = match &port.value {
                Value::Key(key) => around.get(key).cloned(),
                Value::Literal(text) => Some(Meaning::Constant(text.clone())),
                Value::Script(_) | Value::Wrong => None,
            };
            given.extend(meaning.map(|meaning| (port.name.text.clone(), meaning)));
        }
        for key in self.trees.get(&*node.id.text).copied().map(|tree| self.keys_of(tree)).unwrap_or_default() {
            if let Some(meaning) = around.get(&key).filter(|_| is_passed_on(node, &key)) {
                given.entry(key).or_insert_with(|| meaning.clone());
            }
        }
        given
    }

    fn keys_of(&mut self, tree: usize) -> BTreeSet<String> {
        if let Some(keys) = self.keys.get(&tree) {
            return keys.clone();
        }
        let mut keys = BTreeSet::new();
        visit(&self.document.trees[tree].root, &mut |node| keys.extend(keys_of_node(node)));
        keys.retain(|key| !self.scopes.enums.contains(key));
        for node in subtrees_of(&self.document.trees[tree].root) {
            if let Some(&subtree) = self.trees.get(&*node.id.text) {
                let named: Vec<_> = node.ports.iter().map(|port| &port.name.text).collect();
                let passed_on = self.keys_of(subtree).into_iter().filter(|key| is_passed_on(node, key));
                keys.extend(passed_on.filter(|key| !named.contains(&key)));
            }
        }
        self.keys.insert(tree, keys.clone());
        keys
    }
}

/// The names in scripts that are values of enums in C++: by their spelling, if nothing writes an entry of that name,
/// and no port is connected to one.
fn enums(document: &Document) -> BTreeSet<String> {
    let (mut named, mut entries) = (BTreeSet::new(), BTreeSet::new());
    for tree in &document.trees {
        visit(&tree.root, &mut |node| {
            for script in scripts(node) {
                named.extend(names_of(script).into_iter().filter(|name| is_constant(name)));
                entries.extend(assigned(script).into_iter().map(str::to_owned));
            }
            entries.extend(keys_of_ports(node));
            // The ports of a subtree are entries in it.
            if matches!(node.kind, Kind::SubTree) {
                entries.extend(node.ports.iter().map(|port| port.name.text.clone()));
            }
        });
    }
    named.retain(|name| !entries.contains(name));
    named
}

/// Whether a text is spelled as the value of an enum in C++: `RED`.
pub fn is_constant(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
