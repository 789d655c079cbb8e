//! Turns trees of BehaviorTree.CPP into Rust: a struct that replaces blackboards, a `bt!` for each tree, and a leaf for
//! each node that the file does not define.
//!
//! A document without mistakes takes these steps:
//!
//! | file | what it finds or writes |
//! | --- | --- |
//! | `back` | the trees that `bt export` wrote, which their models restore; the other trees take the next steps |
//! | `facts`, `uses`, `flow`, `keys` | what the nodes of each tree say: the keys that they name, read and write |
//! | `scopes` | the entry that each key means, for each use of a tree |
//! | `leaves` | which keys nodes without a model write; at the end, the leaves that the user fills in |
//! | `parameters` | the keys that become parameters, so that a tree is written once: then `scopes` again |
//! | `types`, `ty` | the Rust types of entries and ports |
//! | `board` | the struct with a field for each entry |
//! | `bindings` | the entries that are bound values of leaves instead of fields |
//! | `translation`, `nodes/`, `script` | the trees, node by node, and the items that they need |
//! | `answers`, `sound` | the changes of trees that the compiler would refuse |

mod answers;
mod back;
mod bindings;
mod board;
mod facts;
mod flow;
mod keys;
mod leaves;
mod nodes;
mod parameters;
mod said;
mod scopes;
mod script;
mod sound;
mod translation;
mod ty;
mod types;
mod uses;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use crate::document::Document;
use crate::line::Line;
use crate::names::{type_name, unique, value_name};
use crate::problem::Problems;
use back::Back;
use bindings::Bindings;
use board::Board;
use facts::Facts;
use parameters::Ways;
use scopes::{Scopes, scopes};
use sound::slips;
use translation::Translation;
use types::Types;

/// The Rust for a document without mistakes, and its trees alone. A slight difference in behavior is a warning.
pub fn import(document: &Document, name: &str, problems: &mut Problems) -> (String, String) {
    said::tell_models(document, problems);
    let back = Back::new(document);
    let mut rest = document.clone();
    rest.trees.retain(|tree| !back.has(tree));
    let mut texts = Texts::default();
    if !rest.trees.is_empty() || back.is_empty() {
        translate(&rest, problems, &mut texts);
    }
    back.write(&document.trees, problems, &mut texts);
    let mains = said::of_mains(&rest);
    (format!("//! The trees of {name}.{mains}\n\n{}", texts.rust), texts.trees)
}

/// The written text.
#[derive(Default)]
pub struct Texts {
    /// A file of Rust.
    pub rust: String,
    /// The trees alone.
    pub trees: String,
}

impl Texts {
    /// Adds a tree: its docs, the text before its `=`, and its nodes.
    fn add_tree(&mut self, docs: &[String], header: &str, root: &Line) {
        let docs: String = docs.iter().map(|line| format!("/// {line}").trim_end().to_owned() + "\n").collect();
        let (mut text, equals) = (String::new(), if header.is_empty() { "" } else { " = " });
        root.write(1, &mut text, &mut Vec::new());
        let tree = format!("{header}{equals}{}", text.trim_start());
        let gap = if self.trees.is_empty() { "" } else { "\n" };
        let _ = writeln!(self.trees, "{gap}{docs}{tree}");
        let docs: String = docs.lines().map(|line| format!("    {line}\n")).collect();
        let _ = write!(self.rust, "\nbt! {{\n{docs}    {tree}\n}}\n");
    }
}

/// The outputs of nodes without a model, and the scopes: one per tree, if possible.
fn scopes_of(facts: &Facts<'_>) -> Option<(BTreeSet<(String, String)>, Scopes)> {
    // First, each use of a tree has its own entries, which shows what they are connected to.
    let apart = scopes(facts, &Ways::default())?;
    let written = leaves::written_by_unmodelled(facts, &apart);
    let ways = Ways::new(facts, &written);
    let scopes = if ways.is_empty() { apart } else { scopes(facts, &ways)? };
    Some((written, scopes))
}

/// Translates trees that `bt export` did not write: a struct, the trees, and leaves.
fn translate(document: &Document, problems: &mut Problems, texts: &mut Texts) {
    let facts = &Facts::new(document);
    let Some((written_ports, scopes)) = scopes_of(facts) else {
        problems.error(0..0, "there are too many subtrees in subtrees");
        return;
    };
    let mut types = Types::of(facts, &scopes);
    let mut board = Board::new(facts, &scopes, &mut types);
    let mut taken: HashSet<String> =
        ["Board", "Entry", "Status", "Option", "String", "Vec"].map(str::to_owned).into_iter().collect();
    taken.extend(board.own_types());
    taken.extend(leaves::port_types(&facts.kinds, &mut types));
    // The functions that read values of these types.
    let readers: Vec<_> = taken.iter().map(|ty| format!("{ty}From")).collect();
    taken.extend(readers);
    let used: HashSet<usize> = scopes.all.iter().flat_map(|scope| &scope.subtrees).flatten().copied().collect();
    let name_of = |scope: usize| type_name(&document.trees[scopes.all[scope].tree].name.text);
    let slips = slips(std::iter::empty(), used.iter().map(|scope| value_name(&name_of(*scope))));
    let names = (0..scopes.all.len()).map(|number| {
        let name = name_of(number);
        // A subtree `wait` would be taken for the node, and `wat` for a misspelling of it.
        let value = value_name(&name);
        let is_node =
            used.contains(&number) && (bt_compiler::tree::nodes::find(&value).is_some() || slips.contains(&value));
        if is_node { name + "Tree" } else { name }
    });
    let names: Vec<_> = names.map(|name| unique(name, "", &mut taken)).collect();
    let mut own = leaves::own(facts, &written_ports, &mut types, &mut taken);
    let bindings = Bindings::new(document, &scopes, &own);
    board.bind(&bindings.entries, &scopes);
    for leaf in &bindings.leaves {
        if let Some(own) = own.get_mut(leaf) {
            own.return_output();
        }
    }
    let translation = Translation { facts, scopes: &scopes, board: &board, bindings: &bindings, own: &own, names };
    translation.write(taken, problems, texts);
}
