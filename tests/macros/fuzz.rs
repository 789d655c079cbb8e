//! What the fuzz target does, without a fuzzer: so it keeps working, and every test run does a little of it.

use std::fs;
use std::path::Path;

use crate::{check, edit};

/// The trees that the fuzzer begins with.
fn corpus() -> Vec<(String, String)> {
    let files = fs::read_dir("../fuzz/corpus/tree").expect("the corpus is in the repository");
    let mut trees: Vec<(String, String)> = files
        .map(|file| file.expect("the corpus can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bt"))
        .map(|path| (path.display().to_string(), fs::read_to_string(path).expect("a tree is text")))
        .collect();
    trees.sort();
    trees
}

#[test]
fn the_fuzzer_begins_with_trees() {
    let corpus = corpus();
    assert!(corpus.len() >= 12, "most of the corpus is missing");
    for (file, tree) in corpus {
        let code = check::compile(tree.parse().expect("a tree is tokens")).unwrap_or_default();
        assert!(code.contains("struct ") && !code.contains("compile_error"), "{file}: {code}");
    }
}

#[test]
fn a_tree_or_errors_come_of_edits() {
    // `BT_BROKEN=all` makes more edits.
    let edits = if std::env::var("BT_BROKEN").is_ok_and(|broken| broken == "all") { 300 } else { 30 };
    for (seed, (_, tree)) in (0..).step_by(1000).zip(corpus()) {
        let mut edited = tree.clone();
        for number in 0..edits {
            // Every fifth edit starts from the original, or little of the tree would be left. So does an edit after one
            // that left no tokens, or too many.
            let goes_on = number % 5 > 0 && edited.len() < 1000;
            let again = goes_on.then(|| edit::edit(&edited, seed + number)).flatten();
            edited = again.or_else(|| edit::edit(&tree, seed + number)).expect("a tree is tokens");
            check::text(&edited);
        }
    }
}

#[test]
fn the_target_finds_its_files() {
    let target = Path::new("../fuzz/fuzz_targets/tree.rs");
    let source = fs::read_to_string(target).expect("the target is in the repository");
    let paths: Vec<&str> = source.split("#[path = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(paths.len(), 2);
    for path in paths {
        let path = target.with_file_name(path);
        assert!(path.exists(), "{} is not there", path.display());
    }
}
