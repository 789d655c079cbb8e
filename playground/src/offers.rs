//! What can be typed: built-in nodes, and the names of the text.

use std::collections::BTreeSet;

use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::nodes::{self, Builtin};
use serde::Serialize;

use crate::worlds::Kind;
use crate::worlds::leaves::Offered;

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

/// What the world of a text offers, and the names that the text has.
#[must_use]
pub fn names(text: &str, world: Option<&Kind>) -> Vec<Offer> {
    let text = bt_live::read(text);
    let offered = world.map(Kind::offered).unwrap_or_default().into_iter();
    let of_world = |offered: Offered| {
        let (word, snippet) = (offered.name.to_owned(), offered.snippet.to_owned());
        Offer { word, sort: "leaf", docs: offered.docs, snippet }
    };
    let mut found: BTreeSet<Offer> = offered.map(of_world).collect();
    let mut add = |word: &str, sort: &'static str| {
        if !found.iter().any(|offer: &Offer| offer.word == word) {
            found.insert(Offer { word: word.to_owned(), sort, docs: "", snippet: word.to_owned() });
        }
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
