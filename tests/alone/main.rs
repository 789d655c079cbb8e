//! Crates outside of this workspace, with only the dependencies that they name: so no feature that another package
//! turns on can hide a missing one.

mod crates;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crates::Alone;

const SERDE: &str = r#"
bt-trees = { path = "../bt/bt", features = ["serde"] }
serde = { version = "1", features = ["derive"] }
"#;

/// `serde_derive` parses the types of fields with what `syn` can do without its feature `full`.
#[test]
#[ignore = "it builds a crate with other features, which takes long; .ci/run runs it"]
fn all_parts_of_a_tree_can_derive_serde() {
    Alone::new("serde", SERDE, include_str!("serde.rs")).run();
}

/// A request and a boxed tree need a feature. Each error names it once, at the user's token.
#[test]
#[ignore = "it builds a crate of its own, which takes long; .ci/run runs it"]
fn an_error_names_the_feature_that_is_missing() {
    let errors = Alone::new("features", "bt-trees = { path = \"../bt/bt\" }\n", include_str!("features.rs")).errors();
    let messages: Vec<&str> = errors.lines().filter(|line| line.starts_with("error")).collect();
    let alloc = "error[E0277]: a request needs the feature `alloc` of `bt-trees`, or `std` for threads and channels";
    let std = "error[E0277]: a request for a thread or a receiver needs the feature `std` of `bt-trees`";
    assert_eq!(messages.iter().filter(|&&message| message == alloc).count(), 2, "{errors}");
    assert_eq!(messages.iter().filter(|&&message| message == std).count(), 2, "{errors}");
    let others: Vec<&&str> = messages.iter().filter(|message| !message.contains("a request")).collect();
    assert!(
        matches!(others[..], [dynamic, end] if dynamic.contains("`alloc`") && end.contains("could not compile")),
        "{errors}"
    );
}

/// The feature is one for all crates of a program.
#[test]
#[ignore = "it builds a crate with other features, which takes long; .ci/run runs it"]
fn types_that_cannot_be_live_compile_with_the_feature() {
    let dependency = "bt-trees = { path = \"../bt/bt\", features = [\"live\"] }\n";
    assert_eq!(Alone::new("live", dependency, include_str!("live.rs")).run(), "Running 3\n");
}

#[test]
#[ignore = "it builds a crate of its own, which takes long; .ci/run runs it"]
fn the_first_page_names_all_that_its_program_needs() {
    let printed = of_page("readme", include_str!("../../README.md")).run();
    assert!(printed.contains("second 3: Woof!\n* priority\n"), "{printed}");
}

#[test]
#[ignore = "it builds a crate of its own, which takes long; .ci/run runs it"]
fn the_first_chapter_names_all_that_its_program_needs() {
    of_page("first-tree", include_str!("../../book/src/first-tree.md")).run();
}

/// Chapters that need an engine, other processes, or a library that takes long to build.
const ELSEWHERE: [&str; 6] = ["bevy", "fyrox", "macroquad", "fleets", "live", "ros"];

#[test]
#[ignore = "it builds several crates, which takes long; .ci/run runs it"]
fn each_chapter_names_all_that_its_programs_need() {
    let first = include_str!("../../book/src/first-tree.md");
    let default = dependencies(first).expect("the first chapter names dependencies");
    // Chapters with the same dependencies are one crate.
    let mut crates = BTreeMap::<&str, String>::new();
    let chapters = chapters();
    for (name, page) in &chapters {
        let programs = blocks(page, "rust").filter(|code| !code.contains("bt_book") && !code.contains(RENAMED));
        let program = crates.entry(dependencies(page).unwrap_or(default)).or_default();
        for (number, code) in programs.enumerate() {
            *program += &module(&format!("{}_{number}", name.replace('-', "_")), code);
        }
    }
    assert!(crates.len() > 2 && crates[default].contains("mod recipes_1 {"), "{:?}", crates.keys());
    for (number, (dependencies, program)) in crates.into_iter().enumerate() {
        Alone::new(&format!("chapters-{number}"), dependencies, &(program + "fn main() {}\n")).check();
    }
}

/// The part of that which can be checked without a build, so that it runs in `cargo test`.
#[test]
fn each_chapter_names_the_crates_that_its_programs_use() {
    let first =
        dependencies(include_str!("../../book/src/first-tree.md")).expect("the first chapter names dependencies");
    let chapters = chapters();
    let names = |list: &str| -> BTreeSet<String> {
        list.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.to_owned()).collect()
    };
    let crates: BTreeSet<String> = chapters.iter().filter_map(|(_, page)| dependencies(page)).flat_map(names).collect();
    assert!(crates.contains("bt-view") && crates.contains("serde_json"), "{crates:?}");
    for (chapter, page) in &chapters {
        let named = names(dependencies(page).unwrap_or(first));
        for code in blocks(page, "rust").filter(|code| !code.contains("bt_book")) {
            let uses = |name: &&String| code.contains(&format!("{}::", name.replace('-', "_")));
            let missing: Vec<&String> = crates.difference(&named).filter(uses).collect();
            assert!(missing.is_empty(), "{chapter}.md uses {missing:?}, which its `Cargo.toml` does not name");
        }
    }
}

/// What the library is called in a program that renames it.
const RENAMED: &str = "# extern crate bt as behave;\n";

#[test]
#[ignore = "it builds a crate with other features, which takes long; .ci/run runs it"]
fn a_program_can_rename_the_library() {
    let page = include_str!("../../book/src/leaves.md");
    let dependencies = blocks(page, "toml").find_map(|block| block.strip_prefix("[dependencies]\nbehave"));
    let program = blocks(page, "rust").find_map(|code| code.strip_prefix(RENAMED)).expect("there is one");
    let dependencies = format!("behave{}", dependencies.expect("it is named"));
    Alone::new("renamed", &dependencies, &(module("renamed", program) + "fn main() {}\n")).check();
}

/// The chapters of the book that need no engine, by name.
fn chapters() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src");
    let files = fs::read_dir(folder).expect("the book has chapters").map(|file| file.expect("a file").path());
    let mut chapters: Vec<(String, String)> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "md"))
        .map(|file| (file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(), file))
        .filter(|(name, _)| !ELSEWHERE.contains(&name.as_str()))
        .map(|(name, file)| (name, fs::read_to_string(file).expect("a chapter is text")))
        .collect();
    chapters.sort();
    chapters
}

/// A program as `rustdoc` runs it: in a function, unless it has one.
fn module(name: &str, code: &str) -> String {
    let code: Vec<&str> = code.lines().map(unhidden).collect();
    let code = code.join("\n");
    let result = if code.contains("\nOk::<()") { "-> Result<(), impl std::fmt::Debug>" } else { "" };
    let code = if code.contains("fn main()") { code } else { format!("pub fn main() {result} {{\n{code}\n}}") };
    format!("#[allow(warnings)]\nmod {name} {{\n{code}\n}}\n")
}

/// What a page names as dependencies.
fn dependencies(page: &str) -> Option<&str> {
    let mut blocks = blocks(page, "toml");
    blocks.find_map(|block| block.strip_prefix("[dependencies]\n").filter(|list| list.starts_with("bt-trees")))
}

/// The program of a page, with the dependencies that the page names.
fn of_page(name: &str, page: &str) -> Alone {
    let program = blocks(page, "rust").find(|code| code.contains("fn main()"));
    let program: Vec<&str> = program.expect("the page has a program").lines().map(unhidden).collect();
    Alone::new(name, dependencies(page).expect("the page names dependencies"), &program.join("\n"))
}

/// The blocks of code in this language.
fn blocks<'a>(page: &'a str, language: &str) -> impl Iterator<Item = &'a str> {
    let open = format!("```{language}\n");
    let rest: Vec<&str> = page.split(&open[..]).skip(1).collect();
    rest.into_iter().filter_map(|block| block.split("```").next())
}

/// A line of code as `rustdoc` sees it, which does not show those after `# `.
fn unhidden(line: &str) -> &str {
    if line == "#" { "" } else { line.strip_prefix("# ").unwrap_or(line) }
}
