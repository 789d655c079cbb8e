//! `bt fmt` over trees in any layout: those of this repository, and random ones.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use bt_cli::{Source, files, fmt};
use bt_compiler::tree::compile;
use bt_reference::{random, text};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree, extra};

/// The files after `bt fmt`. All of their trees can be formatted.
fn formatted(texts: Vec<String>) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("a.rs");
    let files: Vec<Source> = texts.into_iter().map(|text| Source::new(&path, text)).collect();
    let formatted = fmt::format_all(&files).into_iter().zip(&files);
    let text = |(formatted, file): (fmt::Formatted, &Source)| {
        if let Some((byte, why)) = formatted.left.first() {
            panic!("not formatted: {why}:\n{}", file.text[*byte..].chars().take(1500).collect::<String>());
        }
        formatted.text
    };
    formatted.map(text).collect()
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

/// The same tokens with different spaces, and with comments where they are allowed.
struct Layout {
    random: fastrand::Rng,
    /// One in this many places has a comment; 0 for none.
    comments: usize,
    count: usize,
    text: String,
}

impl Layout {
    fn block(text: &str, seed: u64, comments: usize) -> String {
        let mut layout = Layout { random: fastrand::Rng::with_seed(seed), comments, count: 0, text: String::new() };
        layout.tokens(text.parse().expect("tokens"));
        extra::invalidate_current_thread_spans();
        let text = match seed % 3 {
            0 if comments > 0 => layout.text.replace('\n', "\r\n"),
            _ => layout.text,
        };
        block(&text)
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
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ('(', ')'),
                        Delimiter::Bracket => ('[', ']'),
                        Delimiter::Brace | Delimiter::None => ('{', '}'),
                    };
                    self.text.push(open);
                    self.tokens(group.stream());
                    self.space();
                    self.text.push(close);
                }
                token => self.text.push_str(&token.to_string()),
            }
        }
    }

    fn space(&mut self) {
        let space = ["", " ", " ", " ", "\n", "  ", "\n        ", "\t", "\n\n\n"][self.random.usize(..9)];
        // Empty lines between nodes stay.
        let space = if space.len() == 3 && self.comments == 0 { "\n" } else { space };
        // A word would grow together with the one before it, and a mark with another one.
        let space = if space.is_empty() && !self.text.ends_with([',', '(', ')']) { " " } else { space };
        self.text.push_str(space);
        if self.comments > 0 && self.random.usize(..self.comments) == 0 {
            self.count += 1;
            let count = self.count;
            match self.random.usize(..6) {
                0 => self.text.push_str(&format!(" // line {count}\n")),
                1 => self.text.push_str(&format!("\n\n  // own line {count}, \"é\n")),
                2 => self.text.push_str(&format!(" /* inline {count} */ ")),
                3 => self.text.push_str(&format!(" /* ünicode /* {count} */ 🦀 */")),
                4 => self.text.push_str(&format!("//{count}\n\t// < {count}, '\n\n")),
                _ => self.text.push_str(&format!("\n /* block\n {count} */\n\n")),
            }
        }
    }
}

fn block(tree: &str) -> String {
    format!("bt! {{ {tree}\n}}\n")
}

/// Code that takes more than a line, and code that a careless formatter would change.
const CODE: [&str; 12] = [
    "{ world.rounds += 1; world.is_quiet() }",
    "match world.mood { Some(n) if n > 3 => true, Some(0..=2) | None => false, _ => { world.a(); 3 > 2 } }",
    "if world.open { world.shut(|door| { door.slam(); door.lock() }) } else if let Some(a) = world.b { a } else { \
     false }",
    "world.text == r#\"  // \"no\" comment /* \"#",
    "world.text == \"a\\\"//\\n  é🦀\"",
    "{ let a: Vec<Vec<u8>> = world.list().iter().map(|a| a.b).filter(|a| **a > 1).collect(); for b in &a { \
     world.c(b); } a.is_empty() }",
    "matches!(world.c, 'a'..='z' | '\\'' | '\"')",
    "{ #[doc = \"/* Docs.\"] fn a() {} a(); b'x' == world.b::<u8>() && !world.c[0] }",
    "{ #[cfg(a)] let b = 1; unsafe { c(b) } }",
    "Point { x: 1, y: -2.0e3, ..world.point } == world.one_more_very_long_name_of_a_field.and_another_one(1, 2, 3)",
    "{ 'a: loop { if world.b(&'a' as *const _) { break 'a world.c?; } } }",
    "world.first_of_all().then(|a| a + 1).and_then(|b| b * 2).or_else(|c| -c).map(|d| d as u64).is_some_and(|e| e < \
     0x_ff)",
];

/// The trees of a random program, some with other code in their conditions.
fn program(seed: u64) -> Vec<String> {
    let program = random::program(seed);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tree = |tree: usize| {
        let text = text::tree(&program, tree, "");
        let mut parts = text.split("ask(world, ");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.split_once(')').filter(|_| random.usize(..4) == 0) {
                Some((_, rest)) => text += &(CODE[random.usize(..CODE.len())].to_owned() + rest),
                None => text += &("ask(world, ".to_owned() + part),
            }
        }
        text
    };
    (0..program.trees.len()).map(&mut tree).collect()
}

/// Calls `f` with all random programs, a hundred at a time.
fn each_programs(mut f: impl FnMut(&[Vec<String>])) {
    let count = std::env::var("BT_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(50);
    let mut seeds = 0..count;
    while !seeds.is_empty() {
        let programs: Vec<Vec<String>> = seeds.by_ref().take(100).map(program).collect();
        f(&programs);
    }
}

/// What a tree compiles to, without line numbers of nodes, and without marks that rustfmt may add or remove.
fn compiled(tree: &str) -> String {
    let runtime = "::bt::__private".parse().expect("a path");
    let output = compile(runtime, tree.parse().expect("tokens")).to_string();
    extra::invalidate_current_thread_spans();
    // Leaves out the line of each node, and the fingerprint of the tree, which follow from the layout.
    let mut parts = output.split(r"\t").flat_map(|part| part.split(". shaped ("));
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    }
    text.retain(|c| !c.is_whitespace() && !matches!(c, ',' | ';' | '{' | '}'));
    text
}

/// The texts of the trees in a file that contains nothing else.
fn trees(file: &str) -> Vec<String> {
    let tokens: TokenStream = file.parse().expect("tokens");
    let groups = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) => Some(group.stream().to_string()),
        _ => None,
    });
    let trees = groups.collect();
    extra::invalidate_current_thread_spans();
    trees
}

#[test]
fn the_same_tree_in_any_layout_comes_out_alike() {
    each_programs(|programs| {
        let files = |layout: &dyn Fn(&String) -> String| {
            programs.iter().map(|trees| trees.iter().map(layout).collect::<String>()).collect::<Vec<_>>()
        };
        let first = formatted(files(&|tree| block(tree)));
        assert!(first.iter().any(|first| first.contains("bt! {\n    pub Tree(World) = ")), "they are written anew");
        for (others, what) in [
            (first.clone(), "again"),
            (files(&|tree| Layout::block(tree, 1, 0)), "a layout"),
            (files(&|tree| Layout::block(tree, 2, 0)), "another layout"),
        ] {
            formatted(others).iter().zip(&first).for_each(|(other, first)| assert_same(other, first, what));
        }
    });
}

#[test]
fn comments_stay_and_nothing_moves_the_second_time() {
    each_programs(|programs| {
        let file = |(trees, seed): (&Vec<String>, u64)| {
            let layout = |tree: &String| Layout::block(tree, seed, [12, 40, 4, 1][seed as usize % 4]);
            trees.iter().map(layout).collect::<String>()
        };
        let first = formatted(programs.iter().zip(7..).map(file).collect());
        let again = formatted(first.clone());
        first.iter().zip(&again).for_each(|(first, again)| assert_same(again, first, "again"));
        for (file, written) in first.iter().zip(programs) {
            for (tree, written) in trees(file).iter().zip(written) {
                let (found, expected) = (compiled(tree), compiled(written));
                if found != expected {
                    let same = found.chars().zip(expected.chars()).take_while(|(one, other)| one == other).count();
                    let near = |text: &str| text.chars().skip(same.saturating_sub(80)).take(160).collect::<String>();
                    panic!("{tree}\ncompiles to .. {}\nand not to .. {}", near(&found), near(&expected));
                }
            }
        }
    });
}

/// The trees of the project's own tests and examples.
#[test]
fn trees_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders =
        ["examples", "tests/it", "tests/state", "tests/generated", "tests/benches"].map(|folder| root.join(folder));
    let mut paths = files::find(&folders).expect("they can be read");
    // The mistakes of these trees are on purpose.
    paths.retain(|path| path.components().all(|part| part.as_os_str() != "ui"));
    let files: Vec<Source> = paths.iter().map(|path| files::read(path).expect("it can be read")).collect();
    let first = fmt::format_all(&files);
    for (formatted, path) in first.iter().zip(&paths) {
        let on_purpose = |(_, why): &&fmt::Left| !why.contains("macro") && !why.contains("#[rustfmt::skip]");
        assert_eq!(formatted.left.iter().find(on_purpose), None, "{}", path.display());
    }
    let changed = first.iter().zip(&files).filter(|(formatted, file)| formatted.text != file.text).count();
    println!("{changed} of {} files would change", files.len());
    let files: Vec<Source> = first.into_iter().zip(&paths).map(|(first, path)| Source::new(path, first.text)).collect();
    for (again, file) in fmt::format_all(&files).iter().zip(&files) {
        assert_same(&again.text, &file.text, &file.path.display().to_string());
    }
}

/// Prints how many lines the command writes in a second.
fn speed(what: &str, folder: &Path, option: &[&str]) {
    let start = Instant::now();
    Command::new(env!("CARGO_BIN_EXE_bt")).arg("fmt").args(option).arg(folder).output().expect("it runs");
    let took = start.elapsed().as_secs_f64();
    let paths = files::find(&[folder.to_owned()]).expect("they can be read");
    let lines: usize = paths.iter().map(|path| files::read(path).expect("it can be read").text.lines().count()).sum();
    println!("{what}: {lines} lines in {took:.2} s, {:.0} in a second", lines as f64 / took);
}

/// The time depends on the machine, so it is printed, and not compared with a limit.
#[test]
#[ignore = "it prints a time"]
fn lines_in_a_second() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("speed");
    let write = |layout: &dyn Fn(&str) -> String, program: &dyn Fn(u64) -> Vec<String>| {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for seed in 0..4000 {
            let text: String = program(seed).iter().map(|tree| layout(tree)).collect();
            fs::write(folder.join(format!("{seed}.rs")), text).expect("a file");
        }
    };
    let plain = |seed| {
        let program = random::program(seed);
        (0..program.trees.len()).map(|tree| text::tree(&program, tree, "")).collect()
    };
    write(&block, &plain);
    speed("random trees", &folder, &[]);
    speed("the same again, formatted", &folder, &["--check"]);
    write(&|tree| Layout::block(tree, 1, 0), &plain);
    speed("random trees in another layout", &folder, &[]);
    write(&block, &program);
    speed("random trees with long code for rustfmt", &folder, &[]);
    fs::remove_dir_all(&folder).expect("the folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    speed("the files of the repository", &root, &["--check"]);
}
