//! Facts about a whole document, collected in one walk through its trees.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::keys::{is_passed_on, keys_of_node, keys_of_ports, scripts};
use crate::builtin::Builtin;
use crate::document::{Document, Kind, Model, Node};
use crate::named::Named;
use crate::script::names::{assigned, names_of};
use crate::skips::Skips;
use crate::visit::visit;

/// The facts of a document.
pub struct Facts<'d> {
    pub document: &'d Document,
    pub named: Named<'d>,
    pub skips: Skips,
    pub trees: Vec<OfTree<'d>>,
    /// The names in scripts that are C++ enum values: those spelled like one that no node writes and no port connects.
    pub enums: BTreeSet<String>,
    pub kinds: Kinds,
    /// How often each port of each kind of node is named. The port `""` counts the nodes of the kind.
    pub counts: HashMap<(&'d str, &'d str), usize>,
    /// The kinds of nodes that have children anywhere.
    pub parents: HashSet<&'d str>,
}

/// The facts of a tree.
#[derive(Default)]
pub struct OfTree<'d> {
    /// The number of its nodes.
    pub size: usize,
    /// The keys used by the tree and, if they are connected by name, by its subtrees.
    pub keys: BTreeSet<String>,
    pub subtrees: Vec<&'d Node>,
}

/// The kinds of nodes that the user fills in: their kind and port names, by their name in XML.
pub type Kinds = BTreeMap<String, (Kind, Vec<String>)>;

impl<'d> Facts<'d> {
    pub fn new(document: &'d Document) -> Self {
        let mut facts = Facts {
            document,
            named: Named::new(document),
            skips: Skips::of(document),
            trees: Vec::new(),
            enums: BTreeSet::new(),
            kinds: Kinds::new(),
            counts: HashMap::new(),
            parents: HashSet::new(),
        };
        let mut entries = BTreeSet::new();
        for tree in &document.trees {
            let mut own = OfTree::default();
            visit(&tree.root, &mut |node| {
                own.size += 1;
                own.keys.extend(keys_of_node(node));
                if matches!(node.kind, Kind::SubTree) {
                    own.subtrees.push(node);
                }
                facts.node(node, &mut entries);
            });
            facts.trees.push(own);
        }
        facts.enums.retain(|name| !entries.contains(name));
        facts.pass_on();
        for model in facts.named.models().filter(|model| is_unused_leaf(model)) {
            let ports = model.ports.iter().map(|port| port.name.text.clone()).collect();
            facts.kinds.entry(model.id.text.clone()).or_insert((model.kind, ports));
        }
        facts
    }

    /// Collects the facts of a node. `entries` are names that cannot be enum values.
    fn node(&mut self, node: &'d Node, entries: &mut BTreeSet<String>) {
        for script in scripts(node) {
            self.enums.extend(names_of(script).into_iter().filter(|name| is_constant(name)));
            entries.extend(assigned(script).into_iter().map(str::to_owned));
        }
        entries.extend(keys_of_ports(node));
        let ports = || node.ports.iter().map(|port| &*port.name.text);
        // The ports of a subtree are entries in the subtree.
        if matches!(node.kind, Kind::SubTree) {
            entries.extend(ports().map(str::to_owned));
        }
        for port in ports().chain([""]) {
            *self.counts.entry((&node.id.text, port)).or_insert(0) += 1;
        }
        if !node.children.is_empty() {
            self.parents.insert(&node.id.text);
        }
        let is_missing = matches!(node.kind, Kind::SubTree) && !self.named.has_tree(&node.id.text);
        if is_missing || matches!(node.kind, Kind::Action | Kind::Condition | Kind::Control | Kind::Decorator) {
            let model = self.named.model(&node.id.text);
            let new = || (model.map_or(node.kind, |model| model.kind), Vec::new());
            let (_, known) = self.kinds.entry(node.id.text.clone()).or_insert_with(new);
            let of_model = model.into_iter().flat_map(|model| &model.ports).map(|port| &*port.name.text);
            for port in of_model.chain(ports()) {
                if !known.iter().any(|known| known == port) {
                    known.push(port.to_owned());
                }
            }
        }
    }

    /// Adds the keys of subtrees that are connected to the trees around them by name.
    fn pass_on(&mut self) {
        for own in &mut self.trees {
            own.keys.retain(|key| !self.enums.contains(key));
        }
        for tree in self.named.subtrees_first() {
            let mut keys = std::mem::take(&mut self.trees[tree].keys);
            for node in &self.trees[tree].subtrees {
                let below = self.named.number_of(node).into_iter().flat_map(|subtree| &self.trees[subtree].keys);
                let passed_on = below.filter(|key| is_passed_on(node, key) && node.port(key).is_none());
                keys.extend(passed_on.cloned());
            }
            self.trees[tree].keys = keys;
        }
    }
}

/// Whether a text is spelled like a C++ enum value: `RED`.
pub fn is_constant(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Whether a model declares a leaf even if no tree uses it. Models of files that are named only for their models do
/// not: they serve all trees of a project.
fn is_unused_leaf(model: &Model) -> bool {
    let is_own = !matches!(model.kind, Kind::SubTree) && Builtin::named(&model.id.text).is_none();
    is_own && !model.is_extra && !model.is_of_code && model.metadata("rust").is_none()
}
