//! Tries a change of a tree, and asks the compiler about it.

use bt_compiler::tree::mistakes;
use proc_macro2::TokenStream;

use super::document::Document;
use crate::syntax::{Bytes, Tree};

/// The first mistake that these edits would make. `None` if they make none that was not there.
pub fn new_mistake(document: &Document, tree: &Tree, edits: &[(Bytes, String)]) -> Option<String> {
    let before = messages(document.slice(&tree.range)).unwrap_or_default();
    match messages(&edited(document, &tree.range, edits)) {
        Some(after) if after.len() <= before.len() => None,
        Some(after) => {
            after.into_iter().find(|message| !before.contains(message)).or(Some("it would be a mistake".to_owned()))
        }
        None => Some("the tree is half typed".to_owned()),
    }
}

/// What the compiler says of a tree. `None` if it is no Rust.
pub fn messages(tree: &str) -> Option<Vec<String>> {
    let tokens: TokenStream = tree.parse().ok()?;
    Some(mistakes(tokens).into_iter().map(|mistake| mistake.message).collect())
}

/// A part of the text after these edits, which do not overlap.
pub fn edited(document: &Document, part: &Bytes, edits: &[(Bytes, String)]) -> String {
    let mut edits: Vec<&(Bytes, String)> = edits.iter().collect();
    edits.sort_by_key(|(range, _)| range.start);
    let (mut text, mut at) = (String::new(), part.start);
    for (range, new) in edits {
        text.push_str(&document.text[at..range.start]);
        text.push_str(new);
        at = range.end;
    }
    text.push_str(&document.text[at..part.end]);
    text
}
