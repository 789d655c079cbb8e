//! What can be typed: built-in nodes, and the names of the text.

use std::collections::BTreeSet;

use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::nodes::{self, Builtin};
use serde::Serialize;

/// What can be typed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Offer {
    /// The word.
    pub word: String,
    /// What it is: `node`, `tree`, `leaf`, `value`.
    pub sort: &'static str,
    /// What it does, in a line.
    pub docs: &'static str,
    /// What is inserted, with places to fill in.
    pub snippet: String,
}

/// The built-in nodes.
#[must_use]
pub fn builtins() -> Vec<Offer> {
    let offer =
        |node: &Builtin| Offer { word: node.name.to_owned(), sort: "node", docs: node.does, snippet: node.snippet() };
    nodes::all().map(offer).collect()
}

/// The names that a text has.
#[must_use]
pub fn names(text: &str) -> Vec<Offer> {
    let text = bt_live::read(text);
    let mut found = BTreeSet::new();
    let mut add = |word: &str, sort: &'static str| {
        found.insert(Offer { word: word.to_owned(), sort, docs: "", snippet: word.to_owned() });
    };
    for tree in text.trees() {
        if let Some(name) = text.name(tree) {
            add(&snake_case(name), "tree");
        }
        for param in tree.header.iter().flat_map(|header| &header.params) {
            add(text.slice(&param.name), "value");
        }
        for node in tree.nodes() {
            let name = text.slice(&node.name);
            if node.children.is_none() && nodes::find(name).is_none() && !name.is_empty() {
                add(name, "leaf");
            }
            for name in node.binding.iter().flat_map(|binding| &binding.names) {
                add(text.slice(name), "value");
            }
        }
    }
    found.into_iter().collect()
}
