//! Entries that become bindings: a single leaf writes the entry, and all its readers run only after that leaf has
//! succeeded.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bt_compiler::tree::meaning::Meaning as Means;

use super::keys::names_entry;
use super::leaves::Own;
use super::parameters;
use super::scopes::{EntryId, Meaning, Scopes};
use crate::document::{Document, Kind, Node, Value};
use crate::script::names::names_of;
use crate::visit::visit;

/// The entries that are bindings, and the nodes that bind them.
#[derive(Default)]
pub struct Bindings {
    /// The entry that a node binds, by the scope and the place of the node.
    bound_by: HashMap<(usize, usize), EntryId>,
    pub entries: BTreeSet<EntryId>,
    /// The leaves that return their output as a value.
    pub leaves: BTreeSet<String>,
}

impl Bindings {
    pub fn new(document: &Document, scopes: &Scopes, own: &BTreeMap<String, Own>) -> Self {
        let mut candidates = candidates(document, scopes, own);
        // A leaf returns its value everywhere or nowhere.
        let mut leaves: BTreeSet<String> = candidates.values().map(|candidate| candidate.leaf.clone()).collect();
        let bound: HashSet<_> = candidates.values().map(|candidate| candidate.writes).collect();
        for (number, scope) in scopes.all.iter().enumerate() {
            visit(&document.trees[scope.tree].root, &mut |node| {
                if !bound.contains(&(number, node.id.at.start)) {
                    leaves.remove(&node.id.text);
                }
            });
        }
        candidates.retain(|_, candidate| leaves.contains(&candidate.leaf));
        Bindings {
            bound_by: candidates.iter().map(|(entry, candidate)| (candidate.binds, *entry)).collect(),
            entries: candidates.into_keys().collect(),
            leaves,
        }
    }

    /// The entry that a node binds.
    pub fn bound_by(&self, scope: usize, node: &Node) -> Option<EntryId> {
        self.bound_by.get(&(scope, node.id.at.start)).copied()
    }
}

/// An entry that may become a binding.
struct Candidate {
    /// The leaf that writes it.
    leaf: String,
    /// The scope and place of the node that writes it.
    writes: (usize, usize),
    /// The scope and place of the node that binds it: the writer, or an ancestor that passes its value on.
    binds: (usize, usize),
}

/// How a node uses an entry.
enum Use {
    /// A leaf writes it, as its only output.
    Writes(String),
    Reads,
    /// Any other use, which needs a field.
    Other,
}

/// The nodes from the root down to a node, each with its child number.
type Way<'d> = Vec<(usize, &'d Node)>;

fn candidates(document: &Document, scopes: &Scopes, own: &BTreeMap<String, Own>) -> BTreeMap<EntryId, Candidate> {
    let mut uses: BTreeMap<EntryId, Vec<(usize, Way<'_>, Use)>> = BTreeMap::new();
    for (number, scope) in scopes.all.iter().enumerate() {
        let mut calls = scope.subtrees.iter().zip(&scope.arguments);
        walk(&document.trees[scope.tree].root, &mut vec![], 0, &mut |way| {
            let node = way.last().expect("the node is on it").1;
            let call = if matches!(node.kind, Kind::SubTree) { calls.next() } else { None };
            let parameters = call.and_then(|(subtree, _)| Some(&*scopes.all[(*subtree)?].parameters));
            let is_parameter = |name: &str| parameters.unwrap_or_default().iter().any(|(key, _)| key == name);
            for (key, parameter) in parameters.unwrap_or_default() {
                let given = call.and_then(|(_, given)| given.get(key));
                if let Some(Meaning::Entry(entry)) = given {
                    let is_value = scopes.parameters.get(parameter) == Some(&parameters::Way::Value);
                    let used = if is_value { Use::Reads } else { Use::Other };
                    uses.entry(*entry).or_default().push((number, way.clone(), used));
                }
            }
            for (key, used) in used_at(node, own, is_parameter) {
                if let Some(Meaning::Entry(entry)) = scope.keys.get(&key) {
                    uses.entry(*entry).or_default().push((number, way.clone(), used));
                }
            }
        });
    }
    uses.into_iter().filter_map(|(entry, uses)| Some((entry, candidate(&uses)?))).collect()
}

fn candidate(uses: &[(usize, Way<'_>, Use)]) -> Option<Candidate> {
    let (mut writers, mut readers) = (Vec::new(), Vec::new());
    for (scope, way, used) in uses {
        match used {
            Use::Writes(leaf) => writers.push((*scope, way, leaf)),
            Use::Reads => readers.push((*scope, way)),
            Use::Other => return None,
        }
    }
    let &[(scope, way, leaf)] = &*writers else { return None };
    let level = binding_level(way)?;
    let is_after = |reader: &Way<'_>| {
        reader.len() > level
            && reader[..level].iter().zip(&way[..level]).all(|(one, other)| std::ptr::eq(one.1, other.1))
            && reader[level].0 > way[level].0
    };
    let all_after = readers.iter().all(|(other, reader)| *other == scope && is_after(reader));
    (all_after && !readers.is_empty()).then(|| Candidate {
        leaf: leaf.clone(),
        writes: (scope, way.last().map_or(0, |(_, node)| node.id.at.start)),
        binds: (scope, way[level].1.id.at.start),
    })
}

/// The level of the node that binds the value of the last node: a child of a sequence, with only nodes in between that
/// pass on the value of their first child.
fn binding_level(way: &Way<'_>) -> Option<usize> {
    let mut level = way.len() - 1;
    loop {
        let (number, node) = way[level];
        if !node.conditions.is_empty() || level == 0 {
            return None;
        }
        let Kind::Builtin(builtin) = way[level - 1].1.kind else { return None };
        match builtin.meaning()? {
            _ if builtin.nearly.is_some() => return None,
            _ if builtin.needs_all_before() => return Some(level),
            meaning if number == 0 && (meaning == Means::Recover || builtin.passes_success()) => level -= 1,
            _ => return None,
        }
    }
}

fn walk<'d>(node: &'d Node, way: &mut Way<'d>, number: usize, each: &mut impl FnMut(&Way<'d>)) {
    way.push((number, node));
    each(way);
    node.children.iter().enumerate().for_each(|(number, child)| walk(child, way, number, each));
    way.pop();
}

/// The keys that a node uses, and how.
fn used_at(node: &Node, own: &BTreeMap<String, Own>, is_parameter: impl Fn(&str) -> bool) -> Vec<(String, Use)> {
    let mut uses = Vec::new();
    for condition in &node.conditions {
        uses.extend(names_of(&condition.script).into_iter().map(|name| (name, Use::Other)));
    }
    let known = own.get(&node.id.text).filter(|_| node.builtin().is_none());
    for port in node.ports.iter().filter(|port| !is_parameter(&port.name.text)) {
        match (&port.value, known) {
            (Value::Script(script), _) => {
                uses.extend(names_of(script).into_iter().map(|name| (name, Use::Other)));
            }
            (Value::Key(key), Some(own)) => {
                let is_leaf = node.children.is_empty() && matches!(own.kind, Kind::Action);
                let outputs = own.ports.iter().filter(|port| port.is_written).count();
                let is_written = own.ports.iter().any(|known| known.key == port.name.text && known.is_written);
                let is_only_written =
                    own.ports.iter().any(|known| known.key == port.name.text && known.is_only_written);
                uses.push((
                    key.clone(),
                    match (is_written, is_leaf && outputs == 1 && is_only_written) {
                        (false, _) => Use::Reads,
                        (true, true) => Use::Writes(node.id.text.clone()),
                        (true, false) => Use::Other,
                    },
                ));
            }
            (Value::Key(key), None) => uses.push((key.clone(), Use::Other)),
            (Value::Literal(key), None) if names_entry(node, &port.name.text) => {
                uses.push((key.trim().to_owned(), Use::Other))
            }
            _ => {}
        }
    }
    uses
}
