//! Code actions: changes after which a tree is still a tree.
//!
//! A change is offered only if it causes no new mistake, as far as the compiler knows.

mod exchange;
mod extract;
mod inline;
mod wrap;

use std::collections::HashMap;

use bt_text::edits::edited;
use bt_text::{At, judge};
use gen_lsp_types::{CodeAction, CodeActionDisabled, CodeActionKind, TextEdit, WorkspaceEdit};
use serde_json::{Value, json};

use super::document::Document;
use super::{format, problems};
use crate::syntax::{Bytes, Node, Tree};

/// A change of one tree.
pub struct Change {
    /// Its title in the menu. A client that asks for the edit later sends it back.
    pub title: String,
    /// The kind of action.
    pub kind: CodeActionKind,
    /// The replacements in the tree.
    pub edits: Vec<(Bytes, String)>,
    /// A new tree, which follows this one.
    pub new_tree: Option<String>,
}

/// A change, or the reason why it is not possible.
enum Offer {
    Change(Change),
    Refused { title: String, why: String },
}

/// The target of the cursor or selection.
struct Place<'a> {
    document: &'a Document,
    tree: &'a Tree,
    /// From the root to the node.
    path: Vec<&'a Node>,
    node: &'a Node,
}

/// All possible changes at these bytes. With `whole`, each includes its edit.
pub fn actions(document: &Document, at: &Bytes, whole: bool) -> Vec<CodeAction> {
    let mut found = fixes(document, at);
    let Some(place) = place(document, at) else { return found };
    for offer in offers(&place) {
        match offer {
            Offer::Change(change) => {
                let edit = whole.then(|| edit(&place, &change));
                let data = json!({
                    "uri": document.uri.0, "version": document.version, "start": at.start, "end": at.end,
                });
                let (title, kind) = (change.title, Some(change.kind));
                found.push(CodeAction { title, kind, edit, data: Some(data), ..CodeAction::default() });
            }
            Offer::Refused { title, why } => found.push(CodeAction {
                title,
                kind: Some(CodeActionKind::RefactorExtract),
                disabled: Some(CodeActionDisabled { reason: why }),
                ..CodeAction::default()
            }),
        }
    }
    found
}

/// The action, with its edit added.
pub fn resolve(document: &Document, action: CodeAction) -> CodeAction {
    let number = |key: &str| action.data.as_ref()?.get(key).and_then(Value::as_u64).map(|number| number as usize);
    let is_current = number("version") == usize::try_from(document.version).ok();
    let (Some(start), Some(end), true) = (number("start"), number("end"), is_current) else { return action };
    let Some(place) = place(document, &(start..end)) else { return action };
    let change = offers(&place).into_iter().find_map(|offer| match offer {
        Offer::Change(change) if change.title == action.title => Some(change),
        _ => None,
    });
    CodeAction { edit: change.map(|change| edit(&place, &change)), ..action }
}

impl Place<'_> {
    /// The node, by number.
    fn at(&self) -> Option<At> {
        let tree = self.document.trees().iter().position(|tree| std::ptr::eq(tree, self.tree))?;
        Some(At { tree, node: self.tree.number_of(self.node)? })
    }
}

fn place<'a>(document: &'a Document, at: &Bytes) -> Option<Place<'a>> {
    let (tree, mut path) = document.node_at(at.start)?;
    while path.last().is_some_and(|node| node.range.end < at.end) {
        path.pop();
    }
    let node = *path.last().filter(|node| !node.name.is_empty())?;
    Some(Place { document, tree, path, node })
}

fn offers(place: &Place) -> Vec<Offer> {
    if judge::messages(place.document.slice(&place.tree.range)).is_none() {
        return Vec::new();
    }
    let changes = exchange::changes(place).into_iter().chain(inline::changes(place)).chain(wrap::changes(place));
    let sound = |change: &Change| judge::new_mistake(&place.document.text, place.tree, &change.edits).is_none();
    let mut offers: Vec<Offer> = changes.filter(sound).map(Offer::Change).collect();
    offers.extend(extract::offer(place));
    offers
}

/// The edit of a change, in the style of `bt fmt`.
fn edit(place: &Place, change: &Change) -> WorkspaceEdit {
    let document = place.document;
    let alone = document.holds_trees_alone();
    let call = match alone {
        // Leaves out surrounding comments and empty lines.
        true => place.tree.code(),
        false => place.tree.call.clone(),
    };
    let tree = format::block(document, &call, &edited(&document.text, &call, &change.edits));
    let mut edits: Vec<TextEdit> = document.edit(&call, &tree).into_iter().collect();
    if let Some(new) = &change.new_tree {
        let end = document.read().end_of(place.tree);
        let line = document.text[..call.start].rfind('\n').map_or(0, |at| at + 1);
        let indent: String =
            document.text[line..].chars().take_while(|&letter| letter == ' ' || letter == '\t').collect();
        let new = match alone {
            true => format::block(document, &(end..end), new),
            false => in_line(document, &indent, &format!("bt! {{ {new} }}")),
        };
        let indent = if alone { "" } else { &indent };
        let break_ = if document.text.contains("\r\n") { "\r\n" } else { "\n" };
        let range = document.range(&(end..end));
        edits.push(TextEdit { range, new_text: format!("{break_}{break_}{indent}{new}") });
    }
    let changes = HashMap::from([(document.uri.clone(), edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// A macro call on its own line with this indentation, formatted.
fn in_line(document: &Document, indent: &str, call: &str) -> String {
    let formatted = crate::fmt::format(&document.source(format!("{indent}{call}"))).text;
    formatted[indent.len()..].to_owned()
}

/// The fixes suggested by the mistakes at these bytes.
fn fixes(document: &Document, at: &Bytes) -> Vec<CodeAction> {
    let reports = problems::reports(document);
    let here = reports.iter().filter(|report| report.range.start <= at.end && at.start <= report.range.end);
    let fix = |report: &crate::Report| {
        let text = report.fix.clone()?;
        let edit = TextEdit { range: document.range(&report.range), new_text: text.clone() };
        let changes = HashMap::from([(document.uri.clone(), vec![edit])]);
        Some(CodeAction {
            title: format!("Write `{text}`"),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![problems::problem(document, report)]),
            is_preferred: Some(true),
            edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
            ..CodeAction::default()
        })
    };
    here.filter_map(fix).collect()
}
