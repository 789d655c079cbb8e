//! Crates outside of this workspace, which depend on what they name and nothing else: so no feature that another
//! package turns on can hide that one is missing.

mod crates;

use crates::Alone;

const SERDE: &str = r#"
bt-trees = { path = "../bt/bt", features = ["serde"] }
serde = { version = "1", features = ["derive"] }
"#;

/// `serde_derive` parses the types of fields with what `syn` can do without its feature `full`.
#[test]
fn all_parts_of_a_tree_can_derive_serde() {
    Alone::new("serde", SERDE, include_str!("serde.rs")).run();
}

#[test]
fn the_first_page_names_all_that_its_program_needs() {
    let printed = of_page("readme", include_str!("../../README.md")).run();
    assert!(printed.contains("second 3: Woof!\n* priority\n"), "{printed}");
}

#[test]
fn the_first_chapter_names_all_that_its_program_needs() {
    of_page("first-tree", include_str!("../../book/src/first-tree.md")).run();
}

/// The program of a page, with the dependencies that the page names.
fn of_page(name: &str, page: &str) -> Alone {
    let dependencies = blocks(page, "toml").find_map(|block| block.strip_prefix("[dependencies]\n"));
    let program = blocks(page, "rust").find(|code| code.contains("fn main()"));
    let program: Vec<&str> = program.expect("the page has a program").lines().map(unhidden).collect();
    Alone::new(name, dependencies.expect("the page names dependencies"), &program.join("\n"))
}

/// The blocks of code in this language.
fn blocks<'a>(page: &'a str, language: &str) -> impl Iterator<Item = &'a str> {
    let open = format!("```{language}\n");
    let (_, rest) = page.split_once(&open).expect("the page has such a block");
    let rest: Vec<&str> = rest.split(&open[..]).collect();
    rest.into_iter().filter_map(|block| block.split("```").next())
}

/// A line of code as `rustdoc` sees it, which does not show those after `# `.
fn unhidden(line: &str) -> &str {
    if line == "#" { "" } else { line.strip_prefix("# ").unwrap_or(line) }
}
