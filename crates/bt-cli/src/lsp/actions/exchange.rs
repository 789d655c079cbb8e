//! Switches a node to its reactive form and back.

use bt_compiler::tree::nodes::other_form;
use gen_lsp_types::CodeActionKind;

use super::{Change, Place};

/// The other form of the node.
pub fn changes(place: &Place) -> Option<Change> {
    let name = place.document.slice(&place.node.name);
    let other = other_form(name)?;
    Some(Change {
        title: format!("Change `{name}` to `{other}`"),
        kind: CodeActionKind::RefactorRewrite,
        edits: vec![(place.node.name.clone(), other.to_owned())],
        new_tree: None,
    })
}
