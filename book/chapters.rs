//! Every chapter stands in the table of contents and in the library, whose tests run its code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names of the files in `src`, without the table of contents.
fn files() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = fs::read_dir(folder).expect("the book has a folder `src`").map(|entry| {
        let name = entry.expect("the folder can be read").file_name();
        name.into_string().expect("the name of a chapter is plain text")
    });
    names.filter(|name| name != "SUMMARY.md").collect()
}

/// What stands between each `open` and the next `close`.
fn between(text: &str, open: &str, close: &str) -> BTreeSet<String> {
    let parts = text.split(open).skip(1);
    parts.filter_map(|part| part.split(close).next()).map(str::to_owned).collect()
}

#[test]
fn every_chapter_stands_in_the_table_of_contents() {
    assert_eq!(between(include_str!("src/SUMMARY.md"), "](", ")"), files());
}

#[test]
fn the_code_of_every_chapter_is_tested() {
    let chapters = between(include_str!("lib.rs"), " \"", "\";");
    assert_eq!(chapters, files());
}

#[test]
fn the_drawing_on_the_first_page_is_the_one_that_the_book_makes() {
    let drawings = between(include_str!("../README.md"), "```text\n* ", "```");
    let drawing = drawings.first().expect("the first page has a drawing");
    assert!(include_str!("src/observing.md").contains(drawing));
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
        }
    }
}

#[test]
fn the_book_and_the_macro_have_the_same_table_of_nodes() {
    let table = |text| between(text, "<!-- nodes: begin -->", "<!-- nodes: end -->");
    let of_book = table(include_str!("src/nodes.md"));
    assert_eq!(of_book.len(), 1);
    assert_eq!(of_book, table(include_str!("../bt/src/docs/bt.md")));
}
