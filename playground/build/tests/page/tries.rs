//! The trees of the pages of book and nodes: each runs, and its link opens it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::trees::{of_code, run};
use super::{link, open};

/// The code blocks of a page that are meant to be right, without the marks of hidden lines.
fn codes(page: &str) -> impl Iterator<Item = String> {
    let blocks = page.split("```").skip(1).step_by(2);
    let is_right = |block: &&str| {
        let kind = block.lines().next().unwrap_or_default();
        kind.starts_with("rust") && !kind.contains("compile_fail") && !kind.contains("ignore")
    };
    blocks.filter(is_right).map(|block| {
        let shown = block.lines().skip(1).map(|line| line.strip_prefix("# ").unwrap_or(line));
        shown.flat_map(|line| [line, "\n"]).collect()
    })
}

/// Trees of pages that do not run in the playground: the page, and a part of the text.
const LEFT: &[(&str, &str)] = &[
    // These need code that a text cannot have: composites of the program, derives, `cfg`.
    ("composites.md", "arbiter <"),
    ("composites.md", "best_of(2) <"),
    ("composites.md", "shuffle <"),
    ("check.md", "derive(Clone"),
    ("fyrox.md", "derive(Clone"),
    ("trees.md", "#[cfg("),
    // Only rustc knows the types of these values.
    ("data.md", "FindKey(Vec<u32>)"),
];

/// The trees of all pages, each with the name of its page.
fn texts() -> Vec<(String, String)> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["book/src", "bt/src/docs/nodes"].map(|folder| fs::read_dir(project.join(folder)).expect("a folder"));
    let mut files: Vec<_> = folders.into_iter().flatten().map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "md"));
    files.sort();
    let trees = files.iter().flat_map(|file| {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let page = fs::read_to_string(file).expect("a page");
        codes(&page).filter_map(|code| of_code(&code)).map(move |text| (name.clone(), text)).collect::<Vec<_>>()
    });
    trees.collect()
}

/// The tree of [`LEFT`] that a text has.
fn known(page: &str, text: &str) -> Option<&'static (&'static str, &'static str)> {
    LEFT.iter().find(|(name, part)| *name == page && text.contains(part))
}

#[test]
fn the_trees_of_all_pages_tick_in_the_playground() {
    let (mut runs, mut wrong, mut left) = (0, Vec::new(), BTreeSet::new());
    for (page, text) in texts() {
        match run(&text) {
            Ok(()) => runs += 1,
            Err(why) => match known(&page, &text) {
                Some(known) => drop(left.insert(known)),
                None => wrong.push(format!("{page}: {why}")),
            },
        }
    }
    println!("{runs} trees run");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), wrong.len() + runs, wrong.join("\n"));
    assert!(runs > 200, "{runs}");
    assert_eq!(left, LEFT.iter().collect(), "a tree of this list runs, or is gone");
}

#[test]
fn each_link_of_a_page_opens_its_tree() {
    let Some(mut browser) = open("tries") else { return };
    let texts: Vec<_> = texts().into_iter().filter(|(page, text)| known(page, text).is_none()).collect();
    for (page, text) in &texts {
        // The ticks begin again with each link.
        browser.say(&format!("location.hash = '{}'", link::to(text)));
        let text = serde_json::to_string(text).expect("a text");
        browser
            .wait(&format!("playground.editor.text === {text} && playground.ticks > 2 && agent()?.nodes.length > 0"));
        assert_eq!(super::mistakes(&mut browser), "", "{page}: {text}");
    }
    println!("{} links", texts.len());
    assert!(texts.len() > 200);
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}
