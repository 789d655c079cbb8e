//! Writes a tree where it is used.

use bt_text::change::inline;
use gen_lsp_types::CodeActionKind;

use super::{Change, Place};

/// The nodes of the tree in the place of the leaf, if it is a tree of this file.
pub fn changes(place: &Place) -> Option<Change> {
    let edits = inline(place.document.read(), place.at()?).ok()?;
    let kind = CodeActionKind::RefactorInline;
    Some(Change { title: "Inline the tree".to_owned(), kind, edits, new_tree: None })
}
