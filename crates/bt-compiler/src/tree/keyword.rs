//! The keywords of Rust.

use proc_macro2::Ident;

/// Whether the word is a keyword of Rust, and cannot be a name.
pub fn is_keyword(word: &Ident) -> bool {
    KEYWORDS.contains(&word.to_string().as_str())
}

/// Whether the word is a keyword in any edition, and cannot be a name in code that is written for all of them.
pub fn is_reserved(word: &str) -> bool {
    KEYWORDS.contains(&word) || NEW_KEYWORDS.contains(&word)
}

/// Keywords in newer editions than the one that `syn` knows.
const NEW_KEYWORDS: [&str; 1] = ["gen"];

/// The list that `syn` has. Asking `syn` takes a lot longer, and every word of a tree is checked.
pub const KEYWORDS: [&str; 52] = [
    "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "if", "impl", "in", "let", "loop", "macro", "match",
    "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "Self", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
