//! Wraps a node in another one.

use bt_text::change::kinds::WRAPPERS;
use bt_text::change::wrapped;
use gen_lsp_types::CodeActionKind;

use super::{Change, Place};

/// The node, wrapped in each possible wrapper.
pub fn changes(place: &Place) -> Vec<Change> {
    let change = |wrapper: &&str| Change {
        title: format!("Wrap into `{wrapper}`"),
        kind: CodeActionKind::RefactorRewrite,
        edits: wrapped(&place.document.text, place.node, wrapper),
        new_tree: None,
    };
    WRAPPERS.iter().map(change).collect()
}
