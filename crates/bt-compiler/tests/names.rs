//! The file of a node in `nodes/` says what it is. No other product file compares the names of nodes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bt_compiler::tree::nodes;

/// The files that may, and why.
const ALLOWED: [(&str, &str); 7] = [
    ("bt/src/save/migrate.rs", "`bt` has no compiler: it reads what a tree says of its nodes"),
    ("crates/bt-check/src/draws.rs", "it reads what a running tree says of its nodes"),
    ("crates/bt-check/src/times.rs", "it reads what a running tree says of its nodes"),
    ("crates/bt-compiler/src/derive/parse.rs", "`running` is a status"),
    ("crates/bt-view/src/btlog.rs", "it writes recordings for Groot, whose names these are"),
    ("crates/bt-view/src/feed/asks.rs", "`running` is a status"),
    ("crates/bt-xml/src/export/id.rs", "it makes names: the code of an action says more than the word"),
];

#[test]
fn no_file_compares_names_of_nodes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace is there");
    let mut files = Vec::new();
    for folder in ["bt", "bt-macros", "crates"] {
        rust_files(&root.join(folder), false, &mut files);
    }
    assert!(files.len() > 500, "only {} files", files.len());
    let (mut found, mut used) = (Vec::new(), BTreeSet::new());
    for file in files {
        let name = file.strip_prefix(&root).expect("it is below").display().to_string();
        let text = fs::read_to_string(&file).expect("it is text");
        let (product, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        let lines = product.lines().enumerate().filter(|(_, line)| compares(line));
        let lines: Vec<String> = lines.map(|(at, line)| format!("{name}:{}: {}", at + 1, line.trim())).collect();
        match ALLOWED.iter().find(|(allowed, _)| *allowed == name) {
            Some((allowed, _)) if !lines.is_empty() => _ = used.insert(*allowed),
            _ => found.extend(lines),
        }
    }
    assert!(found.is_empty(), "say it in the files of the nodes:\n{}", found.join("\n"));
    let needless: Vec<_> = ALLOWED.iter().filter(|(file, _)| !used.contains(file)).collect();
    assert!(needless.is_empty(), "they compare nothing: {needless:?}");
}

/// The Rust files in a `src` folder, without those of tests and of the nodes.
fn rust_files(folder: &Path, is_product: bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it can be read").path()) {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_nodes = folder.ends_with("bt-compiler/src/tree") && name == "nodes";
        if entry.is_dir() && !is_nodes && !["target", "tests", "node_modules"].contains(&&*name) {
            rust_files(&entry, is_product || name == "src", found);
        } else if is_product && name.ends_with(".rs") && name != "tests.rs" {
            found.push(entry);
        }
    }
}

/// Whether a line has the name of a node in a pattern, or compares something with it.
fn compares(line: &str) -> bool {
    let line = line.trim();
    nodes::all().filter(|_| !line.starts_with("//")).any(|node| {
        line.match_indices(&format!("\"{}\"", node.name)).any(|(at, literal)| {
            let (before, after) = (line[..at].trim_end(), line[at + literal.len()..].trim_start());
            let in_pattern = after.contains("=>") && !before.contains("=>") || before.ends_with('|');
            let is_operand = ["==", "!=", "|", "if "].iter().any(|sign| after.starts_with(sign))
                || ["==", "!="].iter().any(|sign| before.ends_with(sign));
            in_pattern || is_operand || before.contains("matches!(") || after.contains("].contains(")
        })
    })
}

#[test]
fn comparisons_are_seen() {
    for line in [
        r#""guard" => 1,"#,
        r#"| "guard""#,
        r#"("guard", Some(_)) => 1,"#,
        r#"name == "guard""#,
        r#"if "guard" != name {"#,
        r#"matches!(name, "retry" | "guard")"#,
        r#"["retry", "guard"].contains(name)"#,
        r#"Some(1) if name == "guard" => 1,"#,
    ] {
        assert!(compares(line), "{line}");
    }
    for line in [r#"// "guard" => 1"#, r#"1 => write("guard"),"#, r#"write("guard")"#, r#""guards" => 1"#] {
        assert!(!compares(line), "{line}");
    }
}
