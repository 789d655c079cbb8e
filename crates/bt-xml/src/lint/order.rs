//! Entries that are read before anything can have written them.

use std::collections::{BTreeMap, BTreeSet};

use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::meaning::Meaning;

use super::uses::{Known, Late, Needs, Read};
use crate::document::{Document, Node, Tree};
use crate::visit::visit;

/// A document with the needs of its trees.
pub fn known(document: &Document) -> Known<'_> {
    let mut known = Known::new(document);
    for tree in known.named.subtrees_first().into_iter().map(|tree| &document.trees[tree]) {
        let needs = needs(&known, tree);
        known.add_needs(tree, needs);
    }
    known
}

fn needs<'d>(known: &Known<'d>, tree: &'d Tree) -> Needs<'d> {
    let mut walk = Walk { known, all: BTreeMap::new(), now: BTreeSet::new(), needs: Needs::default() };
    let mut is_open = false;
    visit(&tree.root, &mut |node| {
        is_open |= node.connects_same_names();
        let uses = known.at(node);
        for (entry, is_certain) in uses.writes {
            let writer = walk.all.entry(entry).or_insert(Writer { node, is_certain });
            writer.is_certain &= is_certain;
        }
    });
    // A subtree that shares all entries may write any of them.
    if !is_open {
        walk.node(&tree.root, true);
    }
    walk.needs
}

/// The first node that may write an entry.
struct Writer<'d> {
    node: &'d Node,
    /// Whether all nodes that may write it certainly do.
    is_certain: bool,
}

struct Walk<'w, 'd> {
    known: &'w Known<'d>,
    all: BTreeMap<&'d str, Writer<'d>>,
    /// The entries that may have been written at this point of the walk.
    now: BTreeSet<&'d str>,
    needs: Needs<'d>,
}

impl<'d> Walk<'_, 'd> {
    /// Visits a node after everything that may run before it. `ends_tree`: the tree fails if this node does.
    fn node(&mut self, node: &'d Node, ends_tree: bool) {
        let uses = self.known.at(node);
        for read in &uses.reads {
            self.read(node, read, ends_tree);
        }
        if runs_again(node) {
            visit(node, &mut |node| self.now.extend(self.known.at(node).writes.iter().map(|(entry, _)| entry)));
        }
        let ends_tree = ends_tree && passes_failure(node);
        node.children.iter().for_each(|child| self.node(child, ends_tree));
        self.now.extend(uses.writes.iter().map(|(entry, _)| entry));
    }

    fn read(&mut self, node: &'d Node, read: &Read<'d>, ends_tree: bool) {
        let entry = read.entry;
        if entry.starts_with('@') {
            return;
        }
        match self.all.get(entry) {
            None if read.port.is_some() => drop(self.needs.missing.insert(entry)),
            // A name in a script that nothing writes may be an enum value.
            None => {}
            Some(writer) => {
                let is_own = std::ptr::eq(writer.node, node);
                // The author may intend a leaf to fail while the entry is not set.
                if !is_own && (read.is_needed || ends_tree) && !self.now.contains(entry) {
                    let at = read.port.map_or(&node.id.at, |port| &port.at).clone();
                    let late = Late { at, writer: writer.node, is_certain: writer.is_certain };
                    self.needs.late.entry(entry).or_insert(late);
                }
            }
        }
    }
}

/// Whether children of a node may run a second time before it ends, or while others run.
pub fn runs_again(node: &Node) -> bool {
    let runs_once = matches!(
        node.meaning(),
        Some(Meaning::Chain(_) | Meaning::IfElse | Meaning::Map(..) | Meaning::Delay | Meaning::Timeout)
    );
    !node.children.is_empty() && !runs_once
}

/// Whether a node fails if one of its children does.
fn passes_failure(node: &Node) -> bool {
    matches!(node.meaning(), Some(Meaning::Chain(Outcome::Success) | Meaning::Delay | Meaning::Timeout))
}
