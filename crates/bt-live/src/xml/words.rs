//! Turns IDs and names of XML into words of a text.

use std::collections::BTreeSet;

use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::keyword::is_reserved;
use bt_compiler::tree::nodes;

/// The most characters of a word.
const LONGEST: usize = 60;

/// `MoveTo` or `move to` as `move_to`.
pub fn word(text: &str) -> String {
    let letters = text.chars().take(LONGEST).map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' });
    let mut word = snake_case(&letters.collect::<String>());
    while word.contains("__") {
        word = word.replace("__", "_");
    }
    let word = word.trim_matches('_');
    match word.starts_with(|first: char| first.is_ascii_lowercase()) {
        true => word.to_owned(),
        false => format!("n{}{word}", if word.is_empty() { "" } else { "_" }),
    }
}

/// A word that is not a keyword, a built-in node, or already taken.
pub fn unique(text: &str, taken: &mut BTreeSet<String>) -> String {
    let word = word(text);
    // `on` is a word of headers.
    let is_free = |word: &str| !is_reserved(word) && word != "on" && nodes::find(word).is_none();
    let mut unique = if is_free(&word) { word.clone() } else { format!("{word}_node") };
    let mut number = 2;
    while !taken.insert(unique.clone()) {
        unique = format!("{word}_{number}");
        number += 1;
    }
    unique
}
