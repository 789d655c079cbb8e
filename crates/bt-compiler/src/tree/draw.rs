//! Draws the tree as text, for the documentation of its type.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::model::{Model, Node, NodeId};

/// A doc comment with the drawing of the tree.
pub fn docs(model: &Model) -> TokenStream {
    let text = format!("\n```text\n{}```", text(model));
    quote!(#[doc = #text])
}

/// The drawing: one line per node, with the lines of its children below it.
pub fn text(model: &Model) -> String {
    let mut text = String::new();
    draw(model, NodeId(0), "", "", &mut text);
    text
}

fn draw(model: &Model, id: NodeId, before: &str, before_children: &str, text: &mut String) {
    let node = &model[id];
    text.push_str(&format!("{before}{}\n", line(node)));
    for (index, &child) in node.children.iter().enumerate() {
        let last = index + 1 == node.children.len();
        let (branch, trunk) = if last { ("└── ", "    ") } else { ("├── ", "│   ") };
        draw(model, child, &format!("{before_children}{branch}"), &format!("{before_children}{trunk}"), text);
    }
}

/// `pattern => label: name(args)`.
fn line(node: &Node) -> String {
    let arm = if node.arm_text.is_empty() { String::new() } else { format!("{} => ", node.arm_text) };
    let label = node.label.as_ref().map_or(String::new(), |label| format!("{}: ", label.name));
    format!("{arm}{label}{}{}", node.name, node.args_text)
}
