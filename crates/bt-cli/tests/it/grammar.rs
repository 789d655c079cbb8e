//! The grammar of the extension for VS Code knows the nodes of the compiler.

use std::collections::BTreeSet;

use bt_compiler::tree::nodes;
use serde_json::Value;

#[test]
fn the_grammar_has_all_nodes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/syntaxes/bt.tmLanguage.json");
    let text = std::fs::read_to_string(path).expect("the grammar can be read");
    let grammar: Value = serde_json::from_str(&text).expect("it is JSON");
    let pattern =
        grammar["repository"]["node"]["patterns"][0]["match"].as_str().expect("the first pattern is that of nodes");
    let names = pattern.split('(').find(|part| part.contains("sequence"));
    let names: BTreeSet<&str> =
        names.expect("it lists names").split(')').next().unwrap_or_default().split('|').collect();
    assert_eq!(names, nodes::all().map(|node| node.name).collect());
}
