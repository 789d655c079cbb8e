//! Finds the keys that every run of a tree writes before anything reads them. Such an entry carries nothing from one
//! run to the next.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::meaning::Meaning;

use super::keys::{connection, keys_of_node};
use super::uses::Uses;
use crate::becomes::Becomes;
use crate::document::{Kind, Node, Value};
use crate::script::names::{always, names_of, reads};

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
pub fn flows(uses: &Uses<'_, '_>) -> Vec<Flow> {
    let facts = uses.facts;
    let mut known: BTreeMap<usize, Flow> = BTreeMap::new();
    for tree in facts.named.subtrees_first() {
        let mut walk = Walk { uses, known: &known, exposed: Keys::new(), now: HashSet::new() };
        let written = walk.run(&facts.document.trees[tree].root).succeeds.into_iter().collect();
        let flow = Flow { exposed: walk.exposed, written };
        known.insert(tree, flow);
    }
    known.into_values().collect()
}

struct Walk<'w> {
    uses: &'w Uses<'w, 'w>,
    /// The flows of its subtrees.
    known: &'w BTreeMap<usize, Flow>,
    exposed: Keys,
    /// The keys that have been written at this point of the walk.
    now: HashSet<String>,
}

/// What a node has written in addition to what was written before it.
#[derive(Default)]
struct Ended {
    succeeds: Vec<String>,
    fails: Vec<String>,
}

impl Ended {
    fn succeeds(succeeds: Vec<String>) -> Self {
        Ended { succeeds, fails: Vec::new() }
    }
}

impl Walk<'_> {
    fn read(&mut self, keys: impl IntoIterator<Item = String>) {
        self.exposed.extend(keys.into_iter().filter(|key| !self.now.contains(key)));
    }

    /// Adds keys to those written so far, and returns the new ones.
    fn write(&mut self, keys: Vec<String>) -> Vec<String> {
        keys.into_iter().filter(|key| self.now.insert(key.clone())).collect()
    }

    fn forget(&mut self, keys: &[String]) {
        keys.iter().for_each(|key| {
            self.now.remove(key);
        });
    }

    fn run(&mut self, node: &Node) -> Ended {
        for condition in &node.conditions {
            self.read(names_of(&condition.script));
        }
        let ended = self.runs(node);
        // Its scripts may skip the node.
        if node.conditions.is_empty() { ended } else { Ended::default() }
    }

    /// Runs a node after these keys have been written.
    fn run_after(&mut self, before: &[String], node: &Node) -> Ended {
        let new = self.write(before.to_vec());
        let ended = self.run(node);
        self.forget(&new);
        ended
    }

    fn runs(&mut self, node: &Node) -> Ended {
        if let Some(tree) = self.uses.facts.named.number_of(node) {
            let flow = &self.known[&tree];
            let around = |key: &String| match connection(node, key) {
                Some(Value::Key(around)) => Some(around),
                _ => None,
            };
            self.read(flow.exposed.iter().filter_map(around));
            return Ended::succeeds(flow.written.iter().filter_map(around).collect());
        }
        let Kind::Builtin(builtin) = node.kind else {
            let used = self.uses.at(node);
            self.read(used.iter().filter(|(_, used)| used.reads).map(|(key, _)| key.clone()));
            node.children.iter().for_each(|child| drop(self.run(child)));
            let written = used.into_iter().filter(|(_, used)| used.writes && !used.other);
            return Ended::succeeds(written.map(|(key, _)| key).collect());
        };
        match (builtin.becomes, builtin.meaning()) {
            _ if builtin.needs_all_before() => {
                let mut written = Vec::new();
                for child in &node.children {
                    let ended = self.run(child);
                    written.extend(self.write(ended.succeeds));
                }
                self.forget(&written);
                Ended::succeeds(written)
            }
            (_, Some(Meaning::Chain(Outcome::Failure))) => self.fallback(node),
            (_, Some(Meaning::IfElse)) => {
                let condition = self.run(&node.children[0]);
                let then = self.run_after(&condition.succeeds, &node.children[1]);
                let [then, other] = match node.children.get(2) {
                    Some(other) => {
                        let other = self.run_after(&condition.fails, other);
                        [[condition.succeeds, then.succeeds], [condition.fails, other.succeeds]]
                            .map(|keys| keys.concat())
                    }
                    // Without an `else`, the node fails if the condition does.
                    None => [then.succeeds.clone(), then.succeeds],
                };
                Ended::succeeds(both(then, &other))
            }
            (_, Some(Meaning::Recover)) if node.children.len() == 2 => {
                let ended = self.run(&node.children[0]);
                self.run_after(&ended.fails, &node.children[1]);
                Ended::succeeds(ended.succeeds)
            }
            (_, Some(Meaning::Map(success, failure))) if success == failure => {
                let ended = self.run(&node.children[0]);
                let either = both(ended.succeeds, &ended.fails);
                Ended { succeeds: either.clone(), fails: either }
            }
            (_, Some(Meaning::Map(..))) => {
                let ended = self.run(&node.children[0]);
                Ended { succeeds: ended.fails, fails: ended.succeeds }
            }
            _ if builtin.passes_success() => {
                self.read(keys_of_node(node));
                Ended::succeeds(self.run(&node.children[0]).succeeds)
            }
            (Becomes::Script, _) => self.script(node),
            (Becomes::SetEntry, _) => {
                let key = |name: &str| match node.port(name)? {
                    Value::Key(key) => Some(key.clone()),
                    Value::Literal(key) if name != "value" => Some(key.trim().to_owned()),
                    _ => None,
                };
                self.read(key("value"));
                Ended::succeeds(key("output_key").into_iter().collect())
            }
            _ => {
                self.read(keys_of_node(node));
                node.children.iter().for_each(|child| drop(self.run(child)));
                Ended::default()
            }
        }
    }

    fn fallback(&mut self, node: &Node) -> Ended {
        let (mut failed, mut succeeded) = (Vec::new(), None);
        for child in &node.children {
            let ended = self.run(child);
            let all = [&failed[..], &ended.succeeds].concat();
            succeeded = Some(match succeeded {
                Some(one) => both(one, &all),
                None => all,
            });
            failed.extend(self.write(ended.fails));
        }
        self.forget(&failed);
        Ended { succeeds: succeeded.unwrap_or_default(), fails: failed }
    }

    fn script(&mut self, node: &Node) -> Ended {
        let scripts = node.ports.iter().filter_map(|port| match &port.value {
            Value::Script(script) => Some(script),
            _ => None,
        });
        let mut written = Vec::new();
        for script in scripts {
            self.read(reads(script).into_iter().map(str::to_owned));
            written.extend(always(script));
        }
        Ended::succeeds(written)
    }
}

/// The keys that both lists have.
fn both(mut one: Vec<String>, other: &[String]) -> Vec<String> {
    let other: HashSet<&String> = other.iter().collect();
    one.retain(|key| other.contains(key));
    one
}
