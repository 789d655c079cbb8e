//! Renames labels and, in files where the server answers everything, also bindings and parameters.

use std::collections::HashMap;

use bt_text::judge;
use bt_text::scope::{self, Use};
use gen_lsp_types::{Range, TextEdit, WorkspaceEdit};

use super::document::Document;
use crate::lex;
use crate::syntax::{Bytes, Node, Tree};

/// A name to rename, and all its occurrences.
struct Found<'a> {
    tree: &'a Tree,
    name: String,
    uses: Vec<Use>,
}

/// The name that can be renamed at a byte.
pub fn prepare(document: &Document, byte: usize, labels_only: bool) -> Option<Range> {
    let found = find(document, byte, labels_only)?;
    let here = found.uses.iter().find(|at| at.range.start <= byte && byte <= at.range.end)?;
    Some(document.range(&here.range))
}

/// The edits that rename what is at a byte. `None` if nothing can be renamed there.
///
/// # Errors
/// If the new name is invalid, or already used in the tree.
pub fn rename(document: &Document, byte: usize, new: &str, labels_only: bool) -> Result<Option<WorkspaceEdit>, String> {
    let Some(found) = find(document, byte, labels_only) else { return Ok(None) };
    if !is_name(new) {
        return Err(format!("`{new}` is not a name"));
    }
    let edit = |at: &Use| {
        let text = if at.is_shorthand { format!("{}: {new}", found.name) } else { new.to_owned() };
        (at.range.clone(), text)
    };
    let edits: Vec<(Bytes, String)> = found.uses.iter().map(edit).collect();
    if let Some(mistake) = judge::new_mistake(&document.text, found.tree, &edits) {
        return Err(mistake);
    }
    let edits = edits.into_iter().map(|(range, new_text)| TextEdit { range: document.range(&range), new_text });
    let changes = HashMap::from([(document.uri.clone(), edits.collect())]);
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

fn is_name(text: &str) -> bool {
    matches!(lex::lex(text)[..], [token] if token.kind == lex::Kind::Word) && syn::parse_str::<syn::Ident>(text).is_ok()
}

fn find(document: &Document, byte: usize, labels_only: bool) -> Option<Found<'_>> {
    let (tree, path) = document.node_at(byte)?;
    let word = document.word_at(byte)?.range();
    let name = document.slice(&word).to_owned();
    let plain = |range: &Bytes| Use { range: range.clone(), is_shorthand: false };
    if path.last().is_some_and(|node| node.label.as_ref() == Some(&word)) {
        let nodes = tree.nodes();
        let labels = nodes.iter().filter_map(|node| node.label.as_ref());
        let uses = labels.filter(|label| document.slice(label) == name).map(plain).collect();
        return Some(Found { tree, name, uses });
    }
    if labels_only {
        return None;
    }
    let declared = declared(document, tree, &path, &word)?;
    let mut uses = vec![plain(&declared)];
    let mut path = Vec::new();
    for root in &tree.roots {
        collect(document, tree, root, &mut path, &declared, &name, &mut uses);
    }
    uses.iter().any(|at| at.range == word).then_some(Found { tree, name, uses })
}

/// Where the name at a word is declared.
fn declared(document: &Document, tree: &Tree, path: &[&Node], word: &Bytes) -> Option<Bytes> {
    let params = tree.header.iter().flat_map(|header| &header.params);
    if params.clone().any(|param| param.name == *word) {
        return Some(word.clone());
    }
    let node = path.last()?;
    if node.binding.iter().flat_map(|binding| &binding.names).any(|name| name == word) {
        return (document.slice(word) != "_").then(|| word.clone());
    }
    let names = scope::visible(document.read(), tree, path);
    names.iter().rev().find(|name| document.slice(&name.range) == document.slice(word)).map(|name| name.range.clone())
}

/// Collects all uses of the name declared at `declared`, in this node and below.
fn collect<'a>(
    document: &Document,
    tree: &'a Tree,
    node: &'a Node,
    path: &mut Vec<&'a Node>,
    declared: &Bytes,
    name: &str,
    found: &mut Vec<Use>,
) {
    path.push(node);
    let names = scope::visible(document.read(), tree, path);
    let meant = names.iter().rev().find(|visible| document.slice(&visible.range) == name);
    if meant.is_some_and(|meant| meant.range == *declared) {
        found.extend(node.code().filter_map(|code| scope::uses(document.read(), &code, name)).flatten());
    }
    for child in node.nodes() {
        collect(document, tree, child, path, declared, name, found);
    }
    path.pop();
}
