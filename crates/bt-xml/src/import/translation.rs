//! Writes the trees, and all the items that they need.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;

use bt_compiler::tree::builtin::Answers;

use super::answers::{Known, answers};
use super::bindings::Bindings;
use super::board::{Board, Seen};
use super::facts::Facts;
use super::leaves::Own;
use super::nodes::{Halted, Nodes, reader};
use super::scopes::{EntryId, Scopes};
use super::sound::sound;
use super::ty::Ty;
use super::{Texts, said};
use crate::document::Kind;
use crate::line::Line;
use crate::names::value_name;
use crate::problem::Problems;
use crate::skips::Skip;

/// What must be known before the trees are written.
pub struct Translation<'i> {
    pub facts: &'i Facts<'i>,
    pub scopes: &'i Scopes,
    pub board: &'i Board,
    pub bindings: &'i Bindings,
    /// The leaves by their name in XML.
    pub own: &'i BTreeMap<String, Own>,
    /// The names of the trees, one for each scope.
    pub names: Vec<String>,
}

/// The items that the trees turn out to need.
#[derive(Default)]
struct Needs {
    constants: BTreeMap<String, usize>,
    written: BTreeSet<EntryId>,
    seen: Vec<Seen>,
    halted: Vec<Halted>,
    taken: HashSet<String>,
    /// The user's types that have values written as texts.
    readers: BTreeSet<String>,
}

impl Translation<'_> {
    /// Writes all items. Type names in `taken` already have another meaning.
    pub fn write(&self, taken: HashSet<String>, problems: &mut Problems, texts: &mut Texts) {
        let mut needs = Needs { taken, ..Needs::default() };
        let roots = self.lines(&mut needs, problems);
        let trees = self.trees(roots, problems);
        texts.rust += &(self.before_trees(&needs) + &trees.rust);
        needs.halted.iter().for_each(|halted| texts.rust += &halted.text());
        for (id, own) in self.own {
            let _ = write!(texts.rust, "\n{}", own.text(id));
        }
        texts.trees += &trees.trees;
    }

    /// The nodes of each scope as lines.
    fn lines(&self, needs: &mut Needs, problems: &mut Problems) -> Vec<Line> {
        let mut roots = Vec::new();
        for (number, scope) in self.scopes.all.iter().enumerate() {
            let subtree = |subtree: usize| (value_name(&self.names[subtree]), &self.scopes.all[subtree]);
            let subtrees: Vec<_> = scope.subtrees.iter().map(|number| number.map(subtree)).collect();
            let mut nodes = Nodes {
                board: self.board,
                bindings: self.bindings,
                number,
                scope,
                own: self.own,
                skips: &self.facts.skips,
                subtrees: subtrees.into_iter(),
                arguments: scope.arguments.iter(),
                labels: HashSet::new(),
                items: Vec::new(),
                constants: &mut needs.constants,
                written: &mut needs.written,
                seen: &mut needs.seen,
                halted: &mut needs.halted,
                taken: &mut needs.taken,
                readers: &mut needs.readers,
                problems,
            };
            roots.push(nodes.line(&self.facts.document.trees[scope.tree].root, scope.skip));
        }
        roots
    }

    /// The trees, after the compiler has accepted them.
    fn trees(&self, mut roots: Vec<Line>, problems: &mut Problems) -> Texts {
        let is_bool = self.own.values().filter(|own| own.is_bool());
        let mut known: Known = is_bool.map(|own| (own.name.clone(), Answers::BOOL)).collect();
        let header = |(name, scope): (&String, _)| format!("pub {name}(Board){}", self.board.parameters(scope));
        let headers: Vec<_> = self.names.iter().zip(&self.scopes.all).map(header).collect();
        for number in self.scopes.subtrees_first() {
            let root = &mut roots[number];
            sound(&headers[number], root, &known, problems);
            known.insert(value_name(&self.names[number]), answers(root, &known));
        }
        let mut texts = Texts::default();
        for (number, root) in roots.iter().enumerate() {
            texts.add_tree(&self.docs(number), &headers[number], root);
        }
        texts
    }

    fn docs(&self, number: usize) -> Vec<String> {
        let tree = self.scopes.all[number].tree;
        let mut docs = said::of_tree(&self.facts.document.trees[tree], &self.facts.document.models);
        if let Some(first) = self.scopes.all[..number].iter().position(|other| other.tree == tree) {
            let how = match self.scopes.all[number].skip {
                skip if skip == self.scopes.all[first].skip => "with other entries of the board",
                Skip::Succeeds => "for places where a node that is skipped succeeds",
                Skip::Fails | Skip::Neither => "for places where a node that is skipped fails",
            };
            let same = format!("The same as [`{}`], {how}.", self.names[first]);
            docs.extend([String::new(), same]);
        }
        docs
    }

    /// The imports, the struct, and the types and constants for the user to fill in.
    fn before_trees(&self, needs: &Needs) -> String {
        let mut text = uses(self.own, self.scopes);
        let ports = || self.own.values().flat_map(|own| &own.ports);
        text += &self.board.text(&needs.written, ports().any(|port| port.is_written), &needs.seen);
        let mut types = self.board.own_types();
        types.extend(ports().filter_map(|port| if let Ty::Own(name) = &port.ty { Some(name.clone()) } else { None }));
        for own in &types {
            let _ = write!(text, "\n/// Fill in your type.\npub type {own} = ();\n");
            if needs.readers.contains(own) {
                let _ = write!(
                    text,
                    "\n/// Reads a `{own}` as it is written in XML. Fill it in.\npub fn {}(text: &str) -> \
                     Option<{own}> {{\n    todo!(\"read {{text:?}}\")\n}}\n",
                    reader(own)
                );
            }
        }
        // The numbers differ from each other and from the initial value of a field, so that the trees can be tried at
        // once.
        for (number, (constant, _)) in needs.constants.iter().filter(|(_, count)| **count > 0).enumerate() {
            let docs = "/// A value of an enum. Fill in the number that it has in C++.";
            let _ = write!(text, "\n{docs}\npub const {constant}: f64 = {}.0;\n", number + 1);
        }
        text
    }
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
