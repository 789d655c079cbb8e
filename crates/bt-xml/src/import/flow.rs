//! Which keys of a tree are written in each of its runs before anything reads them. Such an entry keeps nothing from one run
//! to the next.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::assigned::reads;
use super::scopes::{connection, keys_of_node};
use super::uses::Uses;
use crate::document::{Kind, Node, Value};

type Keys = BTreeSet<String>;

/// What a run of a tree does.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The keys that may be read before this run has written them.
    pub exposed: Keys,
    /// The keys that are written whenever the run succeeds.
    written: Keys,
}

/// The flows of all trees.
pub fn flows(uses: &mut Uses<'_>) -> Vec<Flow> {
    let mut known = BTreeMap::new();
    for tree in 0..uses.document.trees.len() {
        of_tree(tree, uses, &mut known);
    }
    known.into_values().collect()
}

fn of_tree(tree: usize, uses: &mut Uses<'_>, known: &mut BTreeMap<usize, Flow>) -> Flow {
    if let Some(flow) = known.get(&tree) {
        return flow.clone();
    }
    let root = &uses.document.trees[tree].root;
    let mut subtrees = HashMap::new();
    for node in super::scopes::subtrees_of(root) {
        if let Some(subtree) = uses.tree_of(node) {
            subtrees.insert(subtree, of_tree(subtree, uses, known));
        }
    }
    let mut walk = Walk { uses, subtrees, exposed: Keys::new() };
    let (written, _) = walk.run(root, &Keys::new());
    let flow = Flow { exposed: walk.exposed, written };
    known.insert(tree, flow.clone());
    flow
}

struct Walk<'w, 'd> {
    uses: &'w mut Uses<'d>,
    subtrees: HashMap<usize, Flow>,
    exposed: Keys,
}

impl Walk<'_, '_> {
    fn read(&mut self, keys: impl IntoIterator<Item = String>, before: &Keys) {
        self.exposed.extend(keys.into_iter().filter(|key| !before.contains(key)));
    }

    /// The keys that are written after a success and after a failure of a node, if these are written before it.
    fn run(&mut self, node: &Node, before: &Keys) -> (Keys, Keys) {
        for condition in &node.conditions {
            self.read(super::scopes::names_of(&condition.script), before);
        }
        let ended = self.runs(node, before);
        // Its scripts may skip it.
        if node.conditions.is_empty() { ended } else { (before.clone(), before.clone()) }
    }

    fn runs(&mut self, node: &Node, before: &Keys) -> (Keys, Keys) {
        let nothing = || (before.clone(), before.clone());
        if let Some(tree) = self.uses.tree_of(node) {
            let flow = self.subtrees[&tree].clone();
            let around = |key: &String| match connection(node, key) {
                Some(Value::Key(around)) => Some(around),
                _ => None,
            };
            self.read(flow.exposed.iter().filter_map(around), before);
            return (with(before, flow.written.iter().filter_map(around)), before.clone());
        }
        let Kind::Builtin(builtin) = node.kind else {
            let used = self.uses.at(node);
            self.read(used.iter().filter(|(_, used)| used.reads).map(|(key, _)| key.clone()), before);
            for child in &node.children {
                self.run(child, before);
            }
            let written = used.into_iter().filter(|(_, used)| used.writes && !used.other).map(|(key, _)| key);
            return (with(before, written), before.clone());
        };
        match builtin.name {
            // A later child of these runs only after those before it have succeeded.
            "Sequence" | "AsyncSequence" | "ReactiveSequence" | "PipelineSequence" => {
                let (mut now, mut failed) = (before.clone(), None);
                for child in &node.children {
                    let (succeeds, fails) = self.run(child, &now);
                    (now, failed) = (succeeds, both(failed, fails));
                }
                (now, failed.unwrap_or_default())
            }
            "Fallback" | "AsyncFallback" => {
                let (mut now, mut succeeded) = (before.clone(), None);
                for child in &node.children {
                    let (succeeds, fails) = self.run(child, &now);
                    (now, succeeded) = (fails, both(succeeded, succeeds));
                }
                (succeeded.unwrap_or_default(), now)
            }
            "IfThenElse" => {
                let (holds, fails) = self.run(&node.children[0], before);
                let then = self.run(&node.children[1], &holds);
                let other = match node.children.get(2) {
                    Some(other) => self.run(other, &fails),
                    None => (then.0.clone(), fails),
                };
                let either = |one: Keys, other: Keys| one.intersection(&other).cloned().collect();
                (either(then.0, other.0), either(then.1, other.1))
            }
            "RecoveryNode" if node.children.len() == 2 => {
                let (succeeds, fails) = self.run(&node.children[0], before);
                self.run(&node.children[1], &fails);
                (succeeds, before.clone())
            }
            "Inverter" => {
                let (succeeds, fails) = self.run(&node.children[0], before);
                (fails, succeeds)
            }
            "ForceSuccess" | "ForceFailure" => {
                let (succeeds, fails) = self.run(&node.children[0], before);
                let either: Keys = succeeds.intersection(&fails).cloned().collect();
                (either.clone(), either)
            }
            "RetryUntilSuccessful" | "Timeout" | "Delay" | "RateController" => {
                self.read(keys_of_node(node), before);
                (self.run(&node.children[0], before).0, before.clone())
            }
            "Script" => {
                let scripts = node.ports.iter().filter_map(|port| match &port.value {
                    Value::Script(script) => Some(script),
                    _ => None,
                });
                let mut written = Vec::new();
                for script in scripts {
                    self.read(reads(script), before);
                    written.extend(super::assigned::always(script));
                }
                (with(before, written), before.clone())
            }
            "SetBlackboard" => {
                let key = |name: &str| {
                    let port = node.ports.iter().find(|port| port.name.text == name)?;
                    match &port.value {
                        Value::Key(key) => Some(key.clone()),
                        Value::Literal(key) if name != "value" => Some(key.trim().to_owned()),
                        _ => None,
                    }
                };
                self.read(key("value"), before);
                (with(before, key("output_key")), before.clone())
            }
            _ => {
                self.read(keys_of_node(node), before);
                node.children.iter().for_each(|child| {
                    self.run(child, before);
                });
                nothing()
            }
        }
    }
}

fn with(before: &Keys, more: impl IntoIterator<Item = String>) -> Keys {
    before.iter().cloned().chain(more).collect()
}

fn both(one: Option<Keys>, other: Keys) -> Option<Keys> {
    Some(match one {
        Some(one) => one.intersection(&other).cloned().collect(),
        None => other,
    })
}
