//! Puts a node into another one.

use bt_compiler::tree::nodes;
use gen_lsp_types::CodeActionKind;

use super::{Change, Place};
use crate::syntax::Node;

/// What a node can be put into.
const WRAPPERS: [&str; 16] = [
    "sequence",
    "selector",
    "reactive_sequence",
    "reactive_selector",
    "parallel",
    "inverter",
    "force_success",
    "force_failure",
    "guard(|_| true)",
    "timeout(1.0)",
    "delay(1.0)",
    "cooldown(1.0)",
    "retry(3)",
    "repeat(3)",
    "forever",
    "run_once",
];

/// The node in each of them. A binding moves to the outer node, so that it can be used where it was.
pub fn changes(place: &Place) -> Vec<Change> {
    let (node, binding) = split(place, place.node);
    let wrapped = |wrapper: &&str| Change {
        title: format!("Wrap into `{wrapper}`"),
        kind: CodeActionKind::RefactorRewrite,
        edits: vec![(place.node.range.clone(), format!("{wrapper} < {node} >{binding}"))],
        new_tree: None,
    };
    WRAPPERS.iter().map(wrapped).collect()
}

/// A node without its binding, and that.
pub fn split(place: &Place, node: &Node) -> (String, String) {
    let document = place.document;
    let is_item = nodes::find(document.slice(&node.name)).is_some_and(|builtin| builtin.binds_item());
    let Some(binding) = node.binding.as_ref().filter(|_| !is_item) else {
        return (document.slice(&node.range).to_owned(), String::new());
    };
    let before = document.text[node.range.start..binding.range.start].trim_end();
    let after = &document.text[binding.range.end..node.range.end];
    (format!("{before}{after}"), format!(" {}", document.slice(&binding.range)))
}
