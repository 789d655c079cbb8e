//! `bt fmt` over trees in any layout: those of this repository, and random ones.

use std::path::Path;

use bt_cli::{Source, files, fmt};
use bt_reference::{random, text};
use proc_macro2::{Spacing, TokenStream, TokenTree};

/// The file after `bt fmt`. All of its trees can be formatted.
fn formatted(text: String) -> String {
    let file = Source::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("a.rs"), text);
    let formatted = fmt::format(&file);
    if let Some((byte, why)) = formatted.left.first() {
        panic!("not formatted: {why}:\n{}", file.text[*byte..].chars().take(1500).collect::<String>());
    }
    formatted.text
}

/// The first line that differs, with the one before it.
fn assert_same(found: &str, expected: &str, what: &str) {
    let differs = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    let lines = |text: &str, at: usize| text.lines().skip(at.saturating_sub(3)).take(7).collect::<Vec<_>>().join("\n");
    if found != expected {
        let at = differs.unwrap_or_default();
        panic!("{what}: in line {}:\n{}\n--- but expected:\n{}", at + 1, lines(found, at), lines(expected, at));
    }
}

/// The same tokens with other spaces, and with comments if there may be some.
struct Layout {
    random: fastrand::Rng,
    comments: bool,
    count: usize,
    text: String,
}

impl Layout {
    fn block(text: &str, seed: u64, comments: bool) -> String {
        let mut layout = Layout { random: fastrand::Rng::with_seed(seed), comments, count: 0, text: String::new() };
        layout.tokens(text.parse().expect("tokens"));
        block(&layout.text)
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut joint = false;
        for token in tokens {
            if !joint {
                self.space();
            }
            joint = matches!(&token, TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint);
            match token {
                TokenTree::Group(group) => {
                    let whole = group.to_string();
                    let (open, close) = (&whole[..1], &whole[whole.len() - 1..]);
                    self.text.push_str(open);
                    self.tokens(group.stream());
                    self.space();
                    self.text.push_str(close);
                }
                token => self.text.push_str(&token.to_string()),
            }
        }
    }

    fn space(&mut self) {
        let space = ["", " ", " ", " ", "\n", "  ", "\n        "][self.random.usize(..7)];
        // A word would grow together with the one before it, and a mark with another one.
        let space = if space.is_empty() && !self.text.ends_with([',', '(', ')']) { " " } else { space };
        self.text.push_str(space);
        if self.comments && self.random.usize(..12) == 0 {
            self.count += 1;
            let count = self.count;
            match self.random.usize(..4) {
                0 => self.text.push_str(&format!(" // line {count}\n")),
                1 => self.text.push_str(&format!("\n\n  // own line {count}\n")),
                2 => self.text.push_str(&format!(" /* inline {count} */ ")),
                _ => self.text.push_str(&format!("\n /* block\n {count} */\n\n")),
            }
        }
    }
}

fn block(tree: &str) -> String {
    format!("bt! {{ {tree}\n}}\n")
}

fn programs(seeds: std::ops::Range<u64>) -> Vec<String> {
    let programs = seeds.map(random::program);
    let trees = programs
        .flat_map(|program| (0..program.trees.len()).map(|tree| text::tree(&program, tree, "")).collect::<Vec<_>>());
    trees.collect()
}

fn seeds() -> std::ops::Range<u64> {
    let count = std::env::var("BT_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    0..count
}

#[test]
fn the_same_tree_in_any_layout_comes_out_alike() {
    let trees = programs(seeds());
    let file = |seed: u64| trees.iter().map(|tree| Layout::block(tree, seed, false)).collect::<String>();
    let first = formatted(file(1));
    assert!(first.contains("bt! {\n    pub Tree(World) = "), "they are written anew");
    assert_same(&formatted(first.clone()), &first, "again");
    assert_same(&formatted(trees.iter().map(|tree| block(tree)).collect()), &first, "as written by the generator");
    assert_same(&formatted(file(2)), &first, "another layout");
    println!("{} trees, {} lines", trees.len(), first.lines().count());
}

#[test]
fn comments_stay_and_nothing_moves_the_second_time() {
    let trees = programs(seeds());
    let text: String = trees.iter().zip(7..).map(|(tree, seed)| Layout::block(tree, seed, true)).collect();
    let first = formatted(text);
    assert_same(&formatted(first.clone()), &first, "again");
}

/// The trees of the project's own tests and examples.
#[test]
fn trees_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders =
        ["examples", "tests/it", "tests/state", "tests/generated", "tests/benches"].map(|folder| root.join(folder));
    let mut changed = 0;
    for path in files::find(&folders).expect("they can be read") {
        if path.components().any(|part| part.as_os_str() == "ui") {
            continue;
        }
        let file = files::read(&path).expect("it can be read");
        let first = fmt::format(&file);
        assert_eq!(first.left, [], "{}", path.display());
        changed += usize::from(first.text != file.text);
        let again = fmt::format(&Source::new(&path, first.text.clone()));
        assert_same(&again.text, &first.text, &path.display().to_string());
    }
    println!("{changed} files would change");
}
