//! Every chapter is in the table of contents and in the library, whose tests run its code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bt_compiler::tree::nodes;

#[expect(dead_code, reason = "the example is a program")]
#[path = "../examples/hello/main.rs"]
mod hello;

/// The names of the chapters in `src`, without the table of contents.
fn files() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = fs::read_dir(folder).expect("the book has a folder `src`").map(|entry| {
        let name = entry.expect("the folder can be read").file_name();
        name.into_string().expect("the name of a chapter is plain text")
    });
    names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect()
}

/// The texts between each `open` and the next `close`.
fn between(text: &str, open: &str, close: &str) -> BTreeSet<String> {
    let parts = text.split(open).skip(1);
    parts.filter_map(|part| part.split(close).next()).map(str::to_owned).collect()
}

#[test]
fn every_chapter_is_in_the_table_of_contents() {
    assert_eq!(between(include_str!("src/SUMMARY.md"), "](", ")"), files());
}

#[test]
fn the_code_of_every_chapter_is_tested() {
    let mut chapters = between(include_str!("lib.rs"), " \"", "\";");
    // A chapter about Bevy needs Bevy, so the crate for it runs its code.
    chapters.extend(between(include_str!("../crates/bevy_bt_trees/src/lib.rs"), "book/src/", "\""));
    chapters.extend(between(include_str!("../crates/bt-fleet/src/lib.rs"), "book/src/", "\""));
    chapters.extend(between(include_str!("../crates/bt-live/src/lib.rs"), "book/src/", "\""));
    // The same for other engines.
    chapters.extend(between(include_str!("fyrox/lib.rs"), "../src/", "\""));
    chapters.extend(between(include_str!("macroquad/lib.rs"), "../src/", "\""));
    chapters.extend(between(include_str!("ros/lib.rs"), "../src/", "\""));
    assert_eq!(chapters, files());
}

#[test]
fn the_first_page_shows_what_its_first_command_runs_and_prints() {
    let page = include_str!("../README.md");
    let (_, program) = include_str!("../examples/hello/main.rs").split_once("\n\n").expect("docs come first");
    let shown = between(page, "```rust\n", "```");
    assert!(shown.iter().any(|code| program.contains(code.trim_end())), "no code on the page is that of the example");
    let drawings = between(page, "```text\nsecond ", "```");
    let drawing = drawings.first().expect("the page has a drawing");
    assert!(hello::story().contains(drawing.trim_end()), "the example prints another drawing");
    assert_eq!(hello::story(), include_str!("../examples/outputs/hello.txt"));
}

#[test]
fn the_wrong_tree_on_the_page_is_the_one_that_is_tested() {
    let page = include_str!("src/testing.md");
    assert!(page.contains(include_str!("../examples/kennel/tests/ui/three_mistakes.rs")));
    let library = include_str!("../examples/kennel/src/lib.rs").split("\n#[cfg(test)]").next().unwrap_or_default();
    assert!(page.contains(library), "the page shows the library that the wrong tree imports");
    assert!(page.contains(include_str!("../examples/kennel/tests/ui/three_mistakes.stderr").trim_end()));
}

#[test]
fn the_mission_on_the_page_is_that_of_the_example() {
    let mission = between(include_str!("src/data.md"), "in place of those of the example.\n", "```");
    let shown = mission.iter().flat_map(|code| code.lines()).filter(|line| !line.starts_with("# "));
    let example: BTreeSet<&str> = include_str!("../examples/mission/trees.rs").lines().collect();
    let (same, others): (Vec<&str>, Vec<&str>) = shown.partition(|line| example.contains(line));
    assert_eq!(others, [""; 0], "the example has no such lines");
    assert!(same.len() > 20, "the chapter shows the trees");
}

#[test]
fn links_lead_to_files() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let root = book.join("../..");
    let chapters = files().into_iter().map(|file| (book.clone(), file));
    let first_pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|file| (root.clone(), file.to_owned()));
    for (folder, file) in chapters.chain(first_pages) {
        let text = fs::read_to_string(folder.join(&file)).expect("the file can be read");
        for link in between(&text, "](", ")") {
            let target = link.split('#').next().unwrap_or_default();
            let outside = target.starts_with("http") || target.is_empty();
            assert!(outside || folder.join(target).exists(), "{file} links to {link}");
            if let (Some((_, anchor)), false) = (link.split_once('#'), target.starts_with("http")) {
                let target = if target.is_empty() { &file } else { target };
                let page = fs::read_to_string(folder.join(target)).expect("the file can be read");
                assert!(anchors(&page).contains(anchor), "{file} links to {link}, which has no such heading");
            }
        }
    }
}

/// The anchors of the headings of a page, as mdBook and GitHub make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let outside_code = page.split("```").step_by(2).flat_map(str::lines);
    let headings = outside_code.filter_map(|line| line.strip_prefix('#'));
    let slug = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    headings.map(slug).collect()
}

/// The messages of mistakes that pages quote are those of the macro.
#[test]
fn quoted_mistakes_are_those_of_the_macro() {
    let (book, mut quotes) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), 0);
    for page in files().into_iter().chain(["../../README.md".to_owned()]) {
        let text = fs::read_to_string(book.join(&page)).expect("the file can be read");
        let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
        for (code, quoted) in blocks.iter().zip(blocks.iter().skip(1)) {
            let found: Vec<&str> = quoted.lines().filter_map(|line| line.strip_prefix("error: ")).collect();
            // The errors of `testing.md` are compared with their record, above.
            let (Some(tree), false, true) = (tree_of(code, quoted), found.is_empty(), page != "testing.md") else {
                continue;
            };
            let mistakes = bt_compiler::tree::mistakes(tree.parse().expect("these are tokens"));
            let expected: Vec<&str> = mistakes.iter().map(|mistake| &*mistake.message).collect();
            assert_eq!(found, expected, "{page}");
            for help in mistakes.iter().filter_map(|mistake| mistake.help.as_ref()) {
                assert!(quoted.lines().any(|line| line.ends_with(&format!("help: {help}"))), "{page}: {help}");
            }
            quotes += 1;
        }
    }
    assert!(quotes >= 5, "{quotes} pages quote mistakes");
}

/// The wrong tree: that of the code before a quoted mistake, or, where that compiles, the line that the mistake shows.
fn tree_of<'t>(code: &'t str, quoted: &'t str) -> Option<&'t str> {
    if !code.starts_with("rust,compile_fail") {
        let shown = quoted.lines().filter_map(|line| line.split_once(" | "));
        return shown.map(|(_, tree)| tree.trim()).find(|tree| tree.contains(" = "));
    }
    let (_, tree) = code.split_once("bt! {")?;
    match tree.split_once("\n}") {
        Some((tree, _)) if tree.starts_with('\n') => Some(tree),
        _ => tree.lines().next().and_then(|line| line.trim_end().strip_suffix('}')),
    }
}

#[test]
fn every_node_is_used_in_an_example() {
    let mut trees = String::new();
    read_trees(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples"), &mut trees);
    let words: BTreeSet<&str> = trees.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let missing: Vec<&str> = nodes::all().map(|node| node.name).filter(|name| !words.contains(name)).collect();
    assert_eq!(missing, [""; 0], "no example has these");
}

/// The content of all `bt!` in all Rust files below a folder.
fn read_trees(folder: &Path, trees: &mut String) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            read_trees(&path, trees);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let code = fs::read_to_string(&path).expect("the file can be read");
            for tree in code.split("bt! {").skip(1) {
                trees.push_str(tree.split("\n}\n").next().unwrap_or_default());
            }
        }
    }
}

#[test]
fn every_node_has_a_rule() {
    let rules = include_str!("src/rules.md");
    for node in nodes::all() {
        assert!(rules.contains(&format!("`{}", node.name)), "no rule mentions `{}`", node.name);
    }
}
