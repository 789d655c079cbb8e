//! Replaces a use of a tree by its nodes.

use bt_text::change::inline;
use gen_lsp_types::CodeActionKind;

use super::{Change, Place};

/// Replaces the leaf by the nodes of its tree, if that is in this file.
pub fn changes(place: &Place) -> Option<Change> {
    let edits = inline(place.document.read(), place.at()?).ok()?;
    let kind = CodeActionKind::RefactorInline;
    Some(Change { title: "Inline the tree".to_owned(), kind, edits, new_tree: None })
}
