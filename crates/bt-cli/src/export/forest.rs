//! The trees of files as data for `bt_xml::export`.

use std::collections::HashMap;

use bt_compiler::tree::ast::{self, Args};
use bt_compiler::tree::case::snake_case;
use bt_xml::export::read::Written;
use bt_xml::export::{Declared, Forest, NodeKind};

use super::declared::declared;
use crate::{Report, Source, trees};

/// The trees of all files.
///
/// # Errors
/// The mistakes in the trees.
pub fn forest(files: &[Source]) -> Result<Forest, Vec<(&Source, Report)>> {
    let (mut read, mut reports, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut tree_names, mut node_names) = (Places::default(), Places::default());
    for (number, file) in files.iter().enumerate() {
        match trees::read(file) {
            Ok((trees, mistakes)) => {
                reports.extend(mistakes.into_iter().map(|mistake| (file, mistake)));
                for tree in trees {
                    tree_names.add(number, tree.name.clone().unwrap_or_default(), read.len());
                    read.push((number, tree));
                }
            }
            // A file that is not valid Rust has no trees, but a file of trees alone must be valid.
            Err(report) => reports.push((file, report)),
        }
        for declared in declared(file) {
            node_names.add(number, declared.name.clone(), nodes.len());
            nodes.push(declared);
        }
    }
    if !reports.is_empty() {
        return Err(reports);
    }
    let trees = read.iter().map(|(number, tree)| {
        let (known, tokens, file) = (&tree.known, &tree.tokens, &files[*number]);
        let (mark_len, text) = (file.hidden(), &*file.text);
        let written = Written { file: file.path.display().to_string(), text, mark_len, tokens, known };
        written.tree(|id, node| {
            let named = tree.known.leaf_type(id).and_then(|name| tree_names.find(*number, &name, |_| true));
            named.map(NodeKind::Tree).or_else(|| declared_as(node, *number, &node_names, &nodes)).unwrap_or_default()
        })
    });
    let trees = trees.collect();
    Ok(Forest { trees, nodes })
}

/// The declarations of each name, with the numbers of their files.
#[derive(Default)]
struct Places(HashMap<String, Vec<(usize, usize)>>);

impl Places {
    fn add(&mut self, file: usize, name: String, what: usize) {
        self.0.entry(name).or_default().push((file, what));
    }

    /// What a name means in a file: the only declaration there, or else the only one in the other files.
    fn find(&self, file: usize, name: &str, fits: impl Fn(usize) -> bool) -> Option<usize> {
        let all: Vec<_> = self.0.get(name)?.iter().filter(|(_, what)| fits(*what)).collect();
        let own: Vec<_> = all.iter().filter(|(declared, _)| *declared == file).collect();
        match (&own[..], &all[..]) {
            ([(_, what)], _) | ([], [(_, what)]) => Some(*what),
            _ => None,
        }
    }
}

/// The declaration that the name of a leaf means.
fn declared_as(node: &ast::Node, file: usize, names: &Places, declared: &[Declared]) -> Option<NodeKind> {
    let args = if let Args::List { args, .. } = &node.args { args.len() } else { 0 };
    // Several files may declare a leaf of this name, with different arguments.
    let fits = |number: usize| declared[number].parameters.as_ref().is_none_or(|parameters| parameters.len() == args);
    // `Skill::Jump` is not the leaf that is named by its last segment.
    let mut path = node.name.segments.iter().rev().skip(1);
    let is_plain = path.all(|part| part.to_string().starts_with(char::is_lowercase));
    let declared = || names.find(file, &snake_case(&node.name.last().to_string()), fits);
    is_plain.then(declared).flatten().map(NodeKind::Declared)
}
