//! Exchanges a node and its reactive form.

use gen_lsp_types::CodeActionKind;

use super::{Change, Place};

const PAIRS: [(&str, &str); 5] = [
    ("sequence", "reactive_sequence"),
    ("selector", "reactive_selector"),
    ("if_else", "reactive_if_else"),
    ("switch", "reactive_switch"),
    ("utility", "reactive_utility"),
];

/// The other form of the node.
pub fn changes(place: &Place) -> Option<Change> {
    let name = place.document.slice(&place.node.name);
    let other = PAIRS.iter().find_map(|&(plain, reactive)| match name {
        _ if name == plain => Some(reactive),
        _ if name == reactive => Some(plain),
        _ => None,
    })?;
    Some(Change {
        title: format!("Change `{name}` to `{other}`"),
        kind: CodeActionKind::RefactorRewrite,
        edits: vec![(place.node.name.clone(), other.to_owned())],
        new_tree: None,
    })
}
