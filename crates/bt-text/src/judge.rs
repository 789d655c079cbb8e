//! Asks the compiler about a changed tree.

use bt_compiler::tree::mistakes;
use proc_macro2::TokenStream;

use crate::edits::edited;
use crate::syntax::{Bytes, Tree};
use crate::text::Text;

/// The first mistake that these edits would add; `None` if they add none.
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

/// Whether the compiler finds no mistake in a tree. A tree without a header fits any context.
pub fn accepts(text: &Text, tree: &Tree) -> bool {
    let content = text.slice(&tree.range);
    let found = match tree.header {
        Some(_) => messages(content),
        None => messages(&format!("Tree(World) = {content}")),
    };
    found.is_some_and(|found| found.is_empty())
}

/// The compiler's messages about a tree; `None` if its delimiters do not match.
pub fn messages(tree: &str) -> Option<Vec<String>> {
    let tokens: TokenStream = tree.parse().ok()?;
    Some(mistakes(tokens).into_iter().map(|mistake| mistake.message).collect())
}
