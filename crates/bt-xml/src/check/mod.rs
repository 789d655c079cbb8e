//! Checks a document: unknown names, and children and ports that do not fit.

mod ports;
mod subtrees;

use std::collections::HashMap;

use crate::builtin::{BUILTINS, Builtin};
use crate::document::{Document, Kind, Node, Tree};
use crate::named::Named;
use crate::problem::{Level, Problems, misspelled, nearest};

/// Reports the mistakes in a document. `is_whole`: it contains all included files.
pub fn check(document: &Document, is_whole: bool, problems: &mut Problems) {
    let known = Known { named: Named::new(document), is_whole, misses_files: problems.misses_files() };
    known.check_names(problems);
    for tree in &document.trees {
        known.check_node(&tree.root, problems);
    }
    subtrees::check(&known.named, problems);
}

/// The trees and models of a document.
struct Known<'d> {
    named: Named<'d>,
    is_whole: bool,
    /// Whether files are missing, which is reported as an error. They may declare unknown names.
    misses_files: bool,
}

impl<'d> Known<'d> {
    fn trees(&self) -> impl Iterator<Item = &'d str> {
        self.named.document.trees.iter().map(|tree| &*tree.name.text)
    }

    /// Checks the names of trees, and the name of the main tree.
    fn check_names(&self, problems: &mut Problems) {
        let mut before: HashMap<&str, &Tree> = HashMap::new();
        for tree in &self.named.document.trees {
            let (name, at) = (&*tree.name.text, tree.name.at.clone());
            if Builtin::named(name).is_some() {
                problems.error(at.clone(), format!("`{name}` is the name of a node, so a tree cannot have it"));
            }
            let Some(first) = before.insert(name, tree) else { continue };
            match first.file == tree.file {
                true => problems.replaced(&first.name, at),
                false => {
                    let message = format!("two files have a tree `{name}`");
                    problems.second(Level::Error, first.name.at.clone(), at, message);
                }
            }
        }
        for main in self.named.document.mains.iter().filter(|main| self.is_whole && !before.contains_key(&*main.text)) {
            let message = format!("there is no tree `{}`", main.text);
            problems.unknown(main.at.clone(), message, &main.text, self.trees());
        }
    }

    fn check_node(&self, node: &Node, problems: &mut Problems) {
        self.check_kind(node, problems);
        self.check_ports(node, problems);
        for child in &node.children {
            self.check_node(child, problems);
        }
    }

    fn check_kind(&self, node: &Node, problems: &mut Problems) {
        let (id, at, count) = (&node.id.text, node.id.at.clone(), node.children.len());
        let has = if count == 0 { "none".to_owned() } else { count.to_string() };
        let mut wrong = |takes: &str| problems.error(at.clone(), format!("`{id}` takes {takes}, but has {has}"));
        match node.kind {
            Kind::Builtin(builtin) if !builtin.children.accept(count) => wrong(&builtin.children.to_string()),
            Kind::SubTree if count > 0 => wrong("no children"),
            Kind::SubTree if !self.misses_files && !self.named.has_tree(id) => {
                let help = nearest(id, self.trees())
                    .map_or("name its file too".to_owned(), |meant| format!("did you mean `{meant}`?"));
                problems.warn_with(at, format!("the tree `{id}` is in none of the files"), help);
            }
            Kind::Builtin(_) | Kind::SubTree | Kind::Wrong => {}
            _ => match self.named.model(id) {
                Some(model) => match (model.kind, count) {
                    (Kind::Action | Kind::Condition, 1..) => wrong("no children, as its model says"),
                    (Kind::Decorator, 0 | 2..) => wrong("one child, as its model says"),
                    (Kind::Control, 0) => wrong("children, as its model says"),
                    _ => {}
                },
                None if self.misses_files => {}
                None => {
                    let models = self.named.document.models.iter().filter(|model| !matches!(model.kind, Kind::SubTree));
                    let known = BUILTINS.iter().map(|builtin| builtin.name).chain(models.map(|model| &*model.id.text));
                    // Nodes need no model, so only obvious misspellings are reported.
                    if let Some(meant) = misspelled(id, known) {
                        let message = format!("there is no model of `{id}`");
                        problems.warn_with(at, message, format!("did you mean `{meant}`?"));
                    }
                }
            },
        }
    }
}
