//! The names of nodes in XML.

use std::collections::HashSet;

use crate::builtin::BUILTINS;
use crate::names::{type_name, unique};

/// Names of elements that are not nodes, and of nodes outside of the table.
const RESERVED: [&str; 12] = [
    "Action",
    "BehaviorTree",
    "Condition",
    "Control",
    "Decorator",
    "ManualSelector",
    "MetadataFields",
    "Root",
    "SubTree",
    "SubTreePlus",
    "SequenceStar",
    "TreeNodesModel",
];

/// The names that are taken.
pub struct Ids(HashSet<String>);

impl Ids {
    pub fn new() -> Self {
        let known = BUILTINS.iter().map(|builtin| builtin.name).chain(RESERVED);
        Ids(known.map(str::to_owned).collect())
    }

    /// A unique name for a text of Rust.
    pub fn take(&mut self, wanted: &str) -> String {
        let is_type =
            wanted.starts_with(|c: char| c.is_ascii_uppercase()) && wanted.chars().all(|c| c.is_ascii_alphanumeric());
        let name = if is_type { wanted.to_owned() } else { type_name(wanted) };
        // A `Timeout` with code is not BehaviorTree.CPP's own.
        let name = match BUILTINS.iter().any(|builtin| builtin.name == name) || RESERVED.contains(&&*name) {
            true => format!("Bt{name}"),
            false => name,
        };
        unique(name, "", &mut self.0)
    }
}

/// How many words of code a name keeps.
const WORDS: usize = 4;

/// Words that say nothing, and are left out.
const EMPTY: [&str; 17] = [
    "as", "clone", "crate", "else", "false", "if", "in", "let", "match", "move", "mut", "none", "return", "self",
    "some", "super", "true",
];

/// A name for a node with code: the name of the node and the first words of the code. A condition or an action is named
/// after its code only.
pub fn of_code(node: &str, code: &str) -> String {
    let mut skipped: Vec<&str> = EMPTY.to_vec();
    let parts: Vec<&str> = code.split('|').collect();
    // Parameters of closures.
    skipped.extend(parts.iter().skip(1).step_by(2).flat_map(|names| split(names)));
    let words: Vec<&str> = split(code).filter(|word| !skipped.contains(&&*word.to_lowercase())).take(WORDS).collect();
    match (&*words, node) {
        ([], node) => node.to_owned(),
        (words, "action" | "condition") => words.join(" "),
        (words, node) => format!("{node} {}", words.join(" ")),
    }
}

/// A name for a user's node: `ActionJump` for `Action::Jump`.
pub fn of_path(path: &str) -> String {
    let words: Vec<&str> = split(path).filter(|word| !["crate", "self", "super"].contains(word)).collect();
    words.join(" ")
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}
