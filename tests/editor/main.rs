//! What an editor offers in a tree: rust-analyzer is asked over its protocol, at the places in `checks.txt`, in trees
//! that are whole and in trees that are half typed. The file of the trees is `guard/src/lib.rs`.
//!
//! It takes a minute, so it only runs with `BT_EDITOR=1`, and needs `rustup component add rust-analyzer`.

mod check;
mod client;

use std::env;
use std::path::Path;

use check::Check;
use client::Client;

#[test]
fn an_editor_offers_what_a_tree_can_have_at_each_place() {
    if env::var_os("BT_EDITOR").is_none() {
        println!("SKIPPED: set BT_EDITOR=1 to ask rust-analyzer");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let checks: Vec<Check> = include_str!("checks.txt").lines().filter_map(Check::read).collect();
    assert!(checks.len() >= 40, "only {} checks", checks.len());
    let mut client = Client::start(&folder.join("guard"), "src/lib.rs");
    let missed: Vec<String> = checks.iter().filter_map(|check| check.missed(&mut client)).collect();
    client.stop();
    assert!(missed.is_empty(), "{} of {} checks:\n{}", missed.len(), checks.len(), missed.join("\n"));
}
