//! Live trees do the same as compiled ones: the same calls in the same order, with the same answers, events and times.
//! And they continue when their text changes.

mod compare;
mod edits;
mod errors;
mod messages;
mod random_edits;
mod trees;
mod world;

use std::collections::BTreeSet;

use bt_compiler::tree::nodes;

#[test]
fn no_node_is_left_out() {
    let code = include_str!("trees.rs").lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
    // No text has what is in the box of a `dynamic`.
    let words: BTreeSet<&str> = words.chain(["dynamic"]).collect();
    let missing: Vec<&str> = nodes::all().map(|node| node.name).filter(|name| !words.contains(name)).collect();
    assert!(missing.is_empty(), "these nodes are in none of the trees: {missing:?}");
}
