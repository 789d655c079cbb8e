//! What the compiler says of a changed tree.

use bt_compiler::tree::mistakes;
use proc_macro2::TokenStream;

use crate::edits::edited;
use crate::syntax::{Bytes, Tree};
use crate::text::Text;

/// The first mistake that these edits would make. `None` if they make none that was not there.
pub fn new_mistake(text: &str, tree: &Tree, edits: &[(Bytes, String)]) -> Option<String> {
    let before = messages(&text[tree.range.clone()]).unwrap_or_default();
    match messages(&edited(text, &tree.range, edits)) {
        Some(after) if after.len() <= before.len() => None,
        Some(after) => {
            after.into_iter().find(|message| !before.contains(message)).or(Some("it would be a mistake".to_owned()))
        }
        None => Some("the tree is half typed".to_owned()),
    }
}

/// Whether the compiler finds no mistake in a tree. One without a header has any context.
pub fn accepts(text: &Text, tree: &Tree) -> bool {
    let content = text.slice(&tree.range);
    let found = match tree.header {
        Some(_) => messages(content),
        None => messages(&format!("Tree(World) = {content}")),
    };
    found.is_some_and(|found| found.is_empty())
}

/// What the compiler says of a tree. `None` if its delimiters do not match.
pub fn messages(tree: &str) -> Option<Vec<String>> {
    let tokens: TokenStream = tree.parse().ok()?;
    Some(mistakes(tokens).into_iter().map(|mistake| mistake.message).collect())
}
