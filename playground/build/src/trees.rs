//! The trees in the code of pages, and whether they run in the playground.

use bt_playground::orders::Page;
use serde_json::{Value, json};

/// How many ticks a tree runs for a trial.
const TICKS: u32 = 20;

/// The trees of some code, as the playground reads them: all that have a name, else the first. `None` if there are
/// none.
pub fn of_code(code: &str) -> Option<String> {
    let calls = code.split("bt!").skip(1);
    // A header with nothing but its context is left out.
    let trees: Vec<&str> =
        calls.filter_map(|call| Some(inside(call.trim_start())?.trim().trim_start_matches("(World) = "))).collect();
    let named: Vec<String> = trees.iter().filter(|tree| is_named(tree)).map(|tree| dedented(tree)).collect();
    if named.is_empty() { trees.first().map(|tree| dedented(tree) + "\n") } else { Some(named.join("\n\n") + "\n") }
}

/// Whether a text begins with a header, after docs and attributes.
fn is_named(tree: &str) -> bool {
    let lines = tree.lines().map(str::trim);
    let first =
        lines.skip_while(|line| line.is_empty() || line.starts_with("//") || line.starts_with("#[")).find(|_| true);
    first.is_some_and(|line| line.trim_start_matches("pub ").starts_with(|first: char| first.is_ascii_uppercase()))
}

/// The lines after the first without the indent that they share.
fn dedented(tree: &str) -> String {
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let rest = || tree.lines().skip(1);
    let shared = rest().filter(|line| !line.trim().is_empty()).map(|line| indent(&line)).min().unwrap_or(0);
    let lines = tree.lines().take(1).chain(rest().map(|line| line.get(shared..).unwrap_or_default()));
    lines.collect::<Vec<_>>().join("\n")
}

/// What is inside the delimiter that a text begins with.
fn inside(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
    }
    None
}

/// Ticks the trees of a text.
///
/// # Errors
/// Why the playground does not run them.
pub fn run(text: &str) -> Result<(), String> {
    let mut page = Page::default();
    let mut ask =
        |order: Value| -> Value { serde_json::from_str(&page.answer(&order.to_string())).unwrap_or_default() };
    let read = ask(json!({ "write": { "text": text, "root": null } }));
    if let Some(mistake) = read["mistakes"].as_array().and_then(|mistakes| mistakes.first()) {
        return Err(format!("{} in `{text}`", mistake["message"].as_str().unwrap_or_default()));
    }
    let ticked = ask(json!({ "tick": { "count": TICKS, "frame": 0.1 } }));
    if ticked["ticks"] == TICKS { Ok(()) } else { Err(format!("no {TICKS} ticks of `{text}`: {ticked}")) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::{of_code, run};

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

    #[test]
    fn the_trees_of_all_pages_tick_in_the_playground() {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let (mut runs, mut wrong, mut left) = (0, Vec::new(), BTreeSet::new());
        for folder in ["book/src", "bt/src/docs/nodes"] {
            let mut files: Vec<_> = fs::read_dir(project.join(folder)).expect("a folder").flatten().collect();
            files.sort_by_key(fs::DirEntry::path);
            for file in files.iter().filter(|file| file.path().extension().is_some_and(|end| end == "md")) {
                let name = file.file_name().to_string_lossy().into_owned();
                let page = fs::read_to_string(file.path()).expect("a page");
                for text in codes(&page).filter_map(|code| of_code(&code)) {
                    match run(&text) {
                        Ok(()) => runs += 1,
                        Err(why) => match LEFT.iter().find(|(page, part)| *page == name && text.contains(part)) {
                            Some(known) => drop(left.insert(known)),
                            None => wrong.push(format!("{name}: {why}")),
                        },
                    }
                }
            }
        }
        println!("{runs} trees run");
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), wrong.len() + runs, wrong.join("\n"));
        assert!(runs > 200, "{runs}");
        assert_eq!(left, LEFT.iter().collect(), "a tree of this list runs, or is gone");
    }
}
