//! Trees of BehaviorTree.CPP as Rust: a struct for what is on blackboards, a `bt!` for each tree, and a leaf for each node
//! that the file does not bring with it.

mod answers;
mod assigned;
mod back;
mod bindings;
mod board;
mod flow;
mod leaves;
mod lines;
mod nodes;
mod parameters;
mod said;
mod scopes;
mod script;
mod sound;
mod types;
mod uses;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;

use crate::document::{Document, Kind};
use crate::names::{type_name, unique};
use crate::problem::Problems;
use crate::skips::Skips;
use answers::{BOOL, Known, answers};
use back::Back;
use bindings::Bindings;
use board::Board;
use leaves::Own;
use lines::Line;
use nodes::{Nodes, Skipped};
use parameters::Ways;
use scopes::{Scopes, scopes};
use sound::sound;
use types::{Ty, Types};

/// The Rust for a document without mistakes, and its trees alone. What is only nearly the same is told as a warning.
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

/// What is written.
#[derive(Default)]
pub struct Texts {
    /// A file of Rust.
    pub rust: String,
    /// The trees alone.
    pub trees: String,
}

impl Texts {
    /// Adds a tree: its docs, what is before its `=`, and its nodes.
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

/// The ports of nodes without a model that are outputs, and the scopes: each tree once, where that can be.
fn scopes_of(document: &Document) -> Option<(BTreeSet<(String, String)>, Scopes)> {
    // With an entry of its own for each place of a tree, so that what is connected is seen.
    let apart = scopes(document, &Ways::default())?;
    let written = leaves::written_by_unmodelled(document, &apart);
    let ways = Ways::new(document, &written);
    let scopes = if ways.is_empty() { apart } else { scopes(document, &ways)? };
    Some((written, scopes))
}

/// Trees that are not of `bt export`: a struct, the trees, and leaves.
fn translate(document: &Document, problems: &mut Problems, texts: &mut Texts) {
    let Some((written_ports, scopes)) = scopes_of(document) else {
        problems.error(0..0, "there are too many subtrees in subtrees");
        return;
    };
    let mut types = Types::of(document, &scopes);
    let mut board = Board::new(document, &scopes, &mut types);
    let mut taken: HashSet<String> =
        ["Board", "Entry", "Status", "Option", "String", "Vec"].map(str::to_owned).into_iter().collect();
    taken.extend(board.own_types());
    let kinds = leaves::kinds(document);
    taken.extend(leaves::port_types(&kinds, &mut types));
    let tree_names = scopes.all.iter().map(|scope| type_name(&document.trees[scope.tree].name.text));
    let tree_names: Vec<_> = tree_names.map(|name| unique(name, "", &mut taken)).collect();
    let mut own = leaves::own(document, kinds, &written_ports, &mut types, &mut taken);
    let bindings = Bindings::new(document, &scopes, &own);
    board.bind(&bindings.entries, &scopes);
    for leaf in &bindings.leaves {
        if let Some(own) = own.get_mut(leaf) {
            own.return_output();
        }
    }
    let mut seen = Vec::new();
    let (mut roots, skips) = (Vec::new(), Skips::of(document));
    let (mut constants, mut written, mut trees) = (BTreeMap::new(), BTreeSet::new(), Texts::default());
    for (number, scope) in scopes.all.iter().enumerate() {
        let tree = &document.trees[scope.tree];
        let subtrees: Vec<_> = scope
            .subtrees
            .iter()
            .map(|subtree| {
                subtree.map(|subtree| (crate::names::value_name(&tree_names[subtree]), &scopes.all[subtree]))
            })
            .collect();
        let mut nodes = Nodes {
            board: &board,
            bindings: &bindings,
            number,
            scope,
            own: &own,
            skips: &skips,
            subtrees: subtrees.into_iter(),
            arguments: scope.arguments.iter(),
            labels: HashSet::new(),
            items: Vec::new(),
            constants: &mut constants,
            written: &mut written,
            seen: &mut seen,
            problems,
        };
        roots.push(nodes.line(&tree.root, Skipped::Neither));
    }
    let mut known: Known = own.values().filter(|own| own.is_bool()).map(|own| (own.name.clone(), BOOL)).collect();
    let header = |(name, scope): (&String, _)| format!("pub {name}(Board){}", board.parameters(scope));
    let headers: Vec<_> = tree_names.iter().zip(&scopes.all).map(header).collect();
    for number in scopes.subtrees_first() {
        let root = &mut roots[number];
        sound(&headers[number], root, &known, problems);
        known.insert(crate::names::value_name(&tree_names[number]), answers(root, &known));
    }
    for (number, (scope, root)) in scopes.all.iter().zip(&roots).enumerate() {
        let mut docs = said::of_tree(&document.trees[scope.tree], &document.models);
        let first = scopes.all[..number].iter().position(|other| other.tree == scope.tree);
        if let Some(first) = first {
            let same = format!("The same as [`{}`], with other entries of the board.", tree_names[first]);
            docs.extend([String::new(), same]);
        }
        trees.add_tree(&docs, &headers[number], root);
    }
    let mut text = uses(&own, &scopes);
    let has_outputs = own.values().flat_map(|own| &own.ports).any(|port| port.is_written);
    text += &board.text(&written, has_outputs, &seen);
    let ports = own.values().flat_map(|own| &own.ports).map(|port| &port.ty);
    let mut own_types = board.own_types();
    own_types.extend(ports.filter_map(|ty| if let Ty::Own(name) = ty { Some(name.clone()) } else { None }));
    for own in &own_types {
        let _ = write!(text, "\n/// Fill in your type.\npub type {own} = ();\n");
    }
    // Different ones, and none that a field has at first, so that the trees can be tried at once.
    for (number, (constant, _)) in constants.iter().filter(|(_, count)| **count > 0).enumerate() {
        let docs = "/// A value of an enum. Fill in the number that it has in C++.";
        let _ = write!(text, "\n{docs}\npub const {constant}: f64 = {}.0;\n", number + 1);
    }
    text += &trees.rust;
    for (id, own) in &own {
        let _ = write!(text, "\n{}", own.text(id));
    }
    texts.rust += &text;
    texts.trees += &trees.trees;
}

/// The `use` items of the file.
fn uses(own: &BTreeMap<String, Own>, scopes: &Scopes) -> String {
    let is_leaf = |own: &&Own| !matches!(own.kind, Kind::Control | Kind::Decorator);
    let has_leaf = own.values().any(|own| is_leaf(&own));
    let has_poll = own.values().any(|own| own.value.is_some());
    let has_status = own.values().any(|own| own.value.is_none() && !matches!(own.kind, Kind::Condition));
    let names = [("Status", has_status), ("bt", !scopes.all.is_empty()), ("leaf", has_leaf)];
    let names: Vec<_> = names.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect();
    let poll = if has_poll { "use std::task::Poll;\n\n" } else { "" };
    match &*names {
        [] => String::new(),
        [one] => format!("{poll}use bt::{one};\n\n"),
        all => format!("{poll}use bt::{{{}}};\n\n", all.join(", ")),
    }
}
