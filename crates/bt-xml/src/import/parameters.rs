//! Decides which keys of a tree become its parameters. A tree that is used in several places is then written only once:
//! its arguments differ from place to place, and its own entries share their fields.

use std::collections::{BTreeSet, HashMap, HashSet};

use bt_compiler::tree::builtin::Meaning;

use super::facts::Facts;
use super::flow::flows;
use super::keys::connection;
use super::uses::{Use, Uses};
use crate::becomes::Becomes;
use crate::builtin::Builtin;
use crate::document::{Node, Value};
use crate::visit::subtrees_of;

/// How a tree reaches a key, if not through a separate entry for each place that uses the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// A parameter that holds a value: nothing writes the entry while the tree runs.
    Value,
    /// A parameter that refers to an entry, which the tree only writes.
    Output,
    /// One field for all places: each run writes it before reading it, and no two runs overlap.
    Shared,
}

/// The ways of the keys of all trees.
#[derive(Default)]
pub struct Ways(HashMap<(usize, String), Way>);

impl Ways {
    pub fn of(&self, tree: usize, key: &str) -> Option<Way> {
        // Skips allocating the key if there is nothing to find.
        if self.0.is_empty() { None } else { self.0.get(&(tree, key.to_owned())).copied() }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn new(facts: &Facts<'_>, written: &BTreeSet<(String, String)>) -> Ways {
        let uses = Uses::new(facts, written);
        let plan = Plan::new(&uses);
        if plan.instances.iter().all(|instances| *instances < 2) {
            return Ways::default();
        }
        Ways(plan.ways(&uses))
    }
}

/// A place in which a tree is used.
struct Site<'d> {
    /// The tree that contains it.
    around: usize,
    /// The number of the node in that tree, in file order.
    at: usize,
    node: &'d Node,
}

/// A tree as a list of its nodes, in file order.
struct Flat<'d> {
    /// Each node with the number of its parent, and the number after its last descendant.
    nodes: Vec<(&'d Node, usize, usize)>,
    /// The nodes that write a key.
    writers: HashMap<String, Vec<usize>>,
}

struct Plan<'d> {
    flat: Vec<Flat<'d>>,
    /// The sites of each tree.
    sites: Vec<Vec<Site<'d>>>,
    /// The keys that sites connect by a port, for each tree, and whether a site connects all keys by name.
    connected: Vec<(HashSet<&'d str>, bool)>,
    /// How many instances each tree has, including those in subtrees.
    instances: Vec<usize>,
    /// The trees in order: each follows all trees that use it.
    order: Vec<usize>,
}

impl<'d> Plan<'d> {
    fn new(uses: &Uses<'_, 'd>) -> Self {
        let document = uses.facts.document;
        let (flat, connected, instances) = (Vec::new(), Vec::new(), Vec::new());
        let mut plan = Plan { flat, sites: Vec::new(), connected, instances, order: Vec::new() };
        plan.sites.resize_with(document.trees.len(), Vec::new);
        for (around, tree) in document.trees.iter().enumerate() {
            let mut flat = Flat { nodes: Vec::new(), writers: HashMap::new() };
            flatten(&tree.root, 0, &mut flat.nodes);
            for (at, (node, ..)) in flat.nodes.iter().enumerate() {
                for (key, used) in uses.at(node) {
                    if used.writes || used.other {
                        flat.writers.entry(key).or_default().push(at);
                    }
                }
                if let Some(subtree) = uses.facts.named.number_of(node) {
                    plan.sites[subtree].push(Site { around, at, node });
                }
            }
            plan.flat.push(flat);
        }
        plan.order = uses.facts.named.subtrees_first();
        plan.order.reverse();
        for sites in &plan.sites {
            let ports = sites.iter().flat_map(|site| &site.node.ports).map(|port| &*port.name.text);
            plan.connected.push((ports.collect(), sites.iter().any(|site| site.node.connects_same_names())));
        }
        plan.instances = vec![0; document.trees.len()];
        for &tree in &plan.order {
            let count =
                plan.sites[tree].iter().fold(0, |sum: usize, site| sum.saturating_add(plan.instances[site.around]));
            plan.instances[tree] = if plan.sites[tree].is_empty() { 1 } else { count };
        }
        plan
    }

    fn ways(&self, uses: &Uses<'_, 'd>) -> HashMap<(usize, String), Way> {
        let mut ways = self.shared(uses);
        let candidates = self.candidates(uses);
        let needed = self.needed(&candidates, &ways);
        ways.extend(needed.into_iter().map(|key| {
            let way = candidates[&key];
            (key, way)
        }));
        ways
    }

    /// The keys that no site connects and that carry nothing from one run to the next.
    fn shared(&self, uses: &Uses<'_, 'd>) -> HashMap<(usize, String), Way> {
        let together = self.together(uses);
        let flows = flows(uses);
        let mut shared = HashMap::new();
        for &tree in self.order.iter().filter(|&&tree| self.instances[tree] > 1 && !together.contains(&tree)) {
            for key in uses.of_tree(tree).keys() {
                if self.is_own(tree, key) && !flows[tree].exposed.contains(key) {
                    shared.insert((tree, key.clone()), Way::Shared);
                }
            }
        }
        shared
    }

    /// Whether no site of a tree connects a key.
    fn is_own(&self, tree: usize, key: &str) -> bool {
        let (ports, by_name) = &self.connected[tree];
        !ports.contains(key) && !key.starts_with('@') && (!by_name || key.starts_with('_'))
    }

    /// The trees that may run twice at the same time.
    fn together(&self, uses: &Uses<'_, 'd>) -> HashSet<usize> {
        let mut below: HashMap<usize, HashSet<usize>> = HashMap::new();
        // Subtrees before the trees that use them.
        for &tree in self.order.iter().rev() {
            let mut all: HashSet<usize> = HashSet::from([tree]);
            for subtree in uses.facts.trees[tree].subtrees.iter().filter_map(|node| uses.facts.named.number_of(node)) {
                all.extend(below.get(&subtree).into_iter().flatten());
            }
            below.insert(tree, all);
        }
        let mut together = HashSet::new();
        for (node, ..) in self.flat.iter().flat_map(|flat| &flat.nodes).filter(|(node, ..)| !is_one_by_one(node)) {
            let mut seen: HashSet<usize> = HashSet::new();
            for child in &node.children {
                let subtrees = subtrees_of(child).into_iter().filter_map(|node| uses.facts.named.number_of(node));
                let trees: HashSet<usize> = subtrees.filter_map(|tree| below.get(&tree)).flatten().copied().collect();
                together.extend(trees.intersection(&seen));
                seen.extend(trees);
            }
        }
        together
    }

    /// The keys that could be parameters at every site of their tree.
    fn candidates(&self, uses: &Uses<'_, 'd>) -> HashMap<(usize, String), Way> {
        let mut candidates = HashMap::new();
        for &tree in self.order.iter().filter(|&&tree| !self.sites[tree].is_empty()) {
            for (key, used) in uses.of_tree(tree).iter().filter(|(key, _)| !key.starts_with('@')) {
                match *used {
                    Use::READS => candidates.insert((tree, key.clone()), Way::Value),
                    Use::WRITES => candidates.insert((tree, key.clone()), Way::Output),
                    _ => None,
                };
            }
        }
        loop {
            let refused: Vec<_> = candidates
                .iter()
                .filter(|(key, way)| !self.fits(key, **way, &candidates))
                .map(|(key, _)| key.clone())
                .collect();
            if refused.is_empty() {
                return candidates;
            }
            for (tree, key) in refused {
                // The keys connected to it around the sites cannot be parameters, either: this tree needs the entry.
                for site in &self.sites[tree] {
                    if let Some(Value::Key(around)) = connection(site.node, &key) {
                        candidates.remove(&(site.around, around));
                    }
                }
                candidates.remove(&(tree, key));
            }
        }
    }

    fn fits(&self, (tree, key): &(usize, String), way: Way, candidates: &HashMap<(usize, String), Way>) -> bool {
        self.sites[*tree].iter().all(|site| match (connection(site.node, key), way) {
            (Some(Value::Key(_)), Way::Output) => true,
            (_, Way::Output) => false,
            (Some(Value::Key(around)), _) => {
                candidates.contains_key(&(site.around, around.clone())) || self.is_calm(site, &around)
            }
            _ => true,
        })
    }

    /// Whether the key belongs to the tree around a site alone, and nothing writes it while the subtree runs.
    fn is_calm(&self, site: &Site<'d>, key: &str) -> bool {
        let flat = &self.flat[site.around];
        if !self.is_own(site.around, key) {
            return false;
        }
        let Some(writers) = flat.writers.get(key) else {
            // The program may set an entry of a main tree at any time.
            return !self.sites[site.around].is_empty();
        };
        let count =
            |from: usize, to: usize| writers.partition_point(|at| *at < to) - writers.partition_point(|at| *at < from);
        if count(site.at, site.at + 1) > 0 {
            return false;
        }
        let mut at = site.at;
        while at > 0 {
            let (_, parent, end) = flat.nodes[at];
            let (node, _, parent_end) = flat.nodes[parent];
            let others = count(parent, parent_end) - count(at, end);
            if count(parent, parent + 1) > 0 || others > 0 && !is_one_by_one(node) {
                return false;
            }
            at = parent;
        }
        true
    }

    /// The candidates that must be parameters: those whose meaning differs between sites.
    fn needed(
        &self,
        candidates: &HashMap<(usize, String), Way>,
        shared: &HashMap<(usize, String), Way>,
    ) -> BTreeSet<(usize, String)> {
        let mut places = vec![0; self.order.len()];
        self.order.iter().enumerate().for_each(|(place, tree)| places[*tree] = place);
        let mut all: Vec<_> = candidates.keys().collect();
        all.sort_by_key(|(tree, key)| (places[*tree], key));
        let given: Vec<Vec<_>> = all.iter().map(|(tree, key)| self.given(*tree, key)).collect();
        let mut needed: BTreeSet<(usize, String)> = BTreeSet::new();
        for (candidate, given) in all.iter().zip(&given) {
            let is_apart = |around: &(usize, String)| {
                self.instances[around.0] > 1 && self.is_own(around.0, &around.1) && !shared.contains_key(around)
            };
            let is_many = given.iter().any(|given| matches!(given, Given::Key(around) if is_apart(around)));
            if is_many || given.windows(2).any(|pair| pair[0] != pair[1]) {
                needed.insert((*candidate).clone());
            }
        }
        loop {
            let before = needed.len();
            for (candidate, given) in all.iter().zip(&given) {
                let arounds =
                    || given.iter().filter_map(|given| if let Given::Key(key) = given { Some(key) } else { None });
                // A key given by a parameter is a parameter, too; and the keys given to a parameter may be.
                if needed.contains(*candidate) || arounds().any(|around| needed.contains(around)) {
                    needed.insert((*candidate).clone());
                    needed.extend(arounds().filter(|around| candidates.contains_key(around)).cloned());
                }
            }
            if needed.len() == before {
                return needed;
            }
        }
    }

    /// What each site passes for a key.
    fn given(&self, tree: usize, key: &str) -> Vec<Given> {
        let given = self.sites[tree].iter().map(|site| match connection(site.node, key) {
            Some(Value::Key(around)) => Given::Key((site.around, around)),
            Some(Value::Literal(text)) => Given::Text(text),
            _ => Given::Nothing,
        });
        given.collect()
    }
}

/// What a site passes for a key.
#[derive(PartialEq)]
enum Given {
    /// A key of the tree that contains the site.
    Key((usize, String)),
    Text(String),
    Nothing,
}

/// Adds a node and its descendants.
fn flatten<'d>(node: &'d Node, parent: usize, nodes: &mut Vec<(&'d Node, usize, usize)>) {
    let at = nodes.len();
    nodes.push((node, parent, 0));
    node.children.iter().for_each(|child| flatten(child, at, nodes));
    nodes[at].2 = nodes.len();
}

/// Whether the children of a node never run at the same time, or in each other's pauses.
fn is_one_by_one(node: &Node) -> bool {
    use Meaning::{Chain, IfElse, Recover, RoundRobin};
    let is_so = |builtin: &'static Builtin| match builtin.meaning() {
        Some(meaning) => matches!(meaning, Chain(_) | IfElse | Recover | RoundRobin),
        None => matches!(builtin.becomes, Becomes::TryCatch | Becomes::Switch),
    };
    node.children.len() < 2 || node.builtin().is_some_and(is_so)
}
