//! How a node uses the entries of its tree.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::builtin::Does;
use crate::document::{Condition, Direction, Document, Kind, Node, Port, Tree, Value, When};
use crate::named::Named;
use crate::script::Script;
use crate::script::names::{assigned, reads};

/// How a node uses entries, as far as the files show. When in doubt it counts as a write, so that nothing is reported.
#[derive(Debug, Default)]
pub struct Uses<'d> {
    /// The entries that it reads when it begins.
    pub reads: Vec<Read<'d>>,
    /// The entries that it may write, and whether it certainly does.
    pub writes: Vec<(&'d str, bool)>,
}

/// An entry that a node reads.
#[derive(Clone, Copy, Debug)]
pub struct Read<'d> {
    pub entry: &'d str,
    /// The port that reads it, if no script does.
    pub port: Option<&'d Port>,
    /// Whether BehaviorTree.CPP itself reads it, and stops the tree with an error if it is not set.
    pub is_needed: bool,
}

/// The nodes of a document.
pub struct Known<'d> {
    pub named: Named<'d>,
    needs: HashMap<&'d str, Needs<'d>>,
}

/// The entries that a tree reads before writing them.
#[derive(Debug, Default)]
pub struct Needs<'d> {
    /// The entries that nothing in it writes.
    pub missing: BTreeSet<&'d str>,
    /// The entries that the tree writes only later.
    pub late: BTreeMap<&'d str, Late<'d>>,
}

/// An entry that is read before it is written.
#[derive(Debug)]
pub struct Late<'d> {
    /// Where it is read.
    pub at: Range<usize>,
    pub writer: &'d Node,
    /// Whether the writer certainly writes it.
    pub is_certain: bool,
}

impl<'d> Known<'d> {
    pub fn new(document: &'d Document) -> Self {
        Known { named: Named::new(document), needs: HashMap::new() }
    }

    pub fn add_needs(&mut self, tree: &'d Tree, needs: Needs<'d>) {
        self.needs.insert(&tree.name.text, needs);
    }

    /// The entries that a tree needs from those that run it.
    pub fn needs(&self, tree: &str) -> Option<&Needs<'d>> {
        self.needs.get(tree)
    }

    pub fn at(&self, node: &'d Node) -> Uses<'d> {
        let mut uses = Uses::default();
        for Condition { when, script } in &node.conditions {
            // Scripts after a node may read what the node wrote.
            let is_before = matches!(when, When::FailureIf | When::SuccessIf | When::SkipIf | When::While);
            uses.script(script, is_before);
        }
        let is_builtin = node.builtin().is_some();
        for port in &node.ports {
            match &port.value {
                Value::Script(script) => uses.script(script, true),
                Value::Key(key) => {
                    let entry = if key == "=" { &*port.name.text } else { key };
                    match self.does(node, &port.name.text) {
                        Does::Reads => uses.reads.push(Read { entry, port: Some(port), is_needed: is_builtin }),
                        Does::Asks => {}
                        does @ (Does::Writes | Does::Anything) => uses.writes.push((entry, does == Does::Writes)),
                    }
                }
                Value::Literal(text) => match self.does(node, &port.name.text) {
                    Does::Reads if is_builtin => {}
                    Does::Asks => {}
                    // Some nodes name the entry that they write without braces.
                    does => uses.writes.push((text.trim(), does == Does::Writes && is_builtin)),
                },
                Value::Wrong => {}
            }
        }
        uses
    }

    fn does(&self, node: &Node, port: &str) -> Does {
        match node.kind {
            Kind::Builtin(builtin) => builtin.port(port).map_or(Does::Anything, |port| port.does),
            Kind::SubTree if !self.named.has_tree(&node.id.text) => Does::Anything,
            Kind::SubTree if self.needs(&node.id.text).is_some_and(|needs| needs.missing.contains(port)) => Does::Reads,
            Kind::SubTree | Kind::Wrong => Does::Anything,
            _ => match self.named.port(&node.id.text, port).map(|known| known.direction) {
                Some(Direction::Input) => Does::Reads,
                Some(Direction::Output) => Does::Writes,
                Some(Direction::InOut) | None => Does::Anything,
            },
        }
    }
}

impl<'d> Uses<'d> {
    fn script(&mut self, script: &'d Script, is_before: bool) {
        let written = assigned(script);
        if is_before {
            let names = reads(script).into_iter();
            self.reads.extend(names.map(|entry| Read { entry, port: None, is_needed: true }));
        }
        self.writes.extend(written.into_iter().map(|entry| (entry, true)));
    }
}
