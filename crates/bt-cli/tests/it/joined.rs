//! `bt fmt` over files as they are while somebody types: several trees on one line, and unfinished trees.

use std::path::Path;

use bt_cli::{Source, files, fmt};
use bt_compiler::tree;
use proc_macro2::{TokenStream, TokenTree, extra};

/// All files of the repository that have trees, except the tests with intended mistakes.
fn repository() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["bt", "book", "crates", "examples", "tests"].map(|folder| root.join(folder));
    let mut paths = files::find(&folders).expect("they can be read");
    paths.retain(|path| path.components().all(|part| part.as_os_str() != "ui" && part.as_os_str() != "target"));
    let files = paths.iter().map(|path| files::read(path).expect("it can be read"));
    files.filter(|file| file.text.contains("bt!") || file.holds_trees_alone()).collect()
}

/// Leaves out some line breaks, with the spaces after them. A comment keeps its line.
fn joined(text: &str, random: &mut fastrand::Rng) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match out.strip_suffix('\n') {
            Some(before) if !is_comment(before) && random.usize(..4) == 0 => {
                out.truncate(before.len());
                out.push_str(["", " "][random.usize(..2)]);
                out.push_str(line.trim_start_matches(' '));
            }
            _ => out.push_str(line),
        }
    }
    out
}

/// Whether the last line may have a comment.
fn is_comment(text: &str) -> bool {
    text.rsplit('\n').next().is_some_and(|line| line.contains("//"))
}

fn formatted(files: Vec<Source>) -> Vec<Source> {
    let texts = fmt::format_all(&files);
    files.iter().zip(texts).map(|(file, formatted)| Source::new(&file.path, formatted.text)).collect()
}

fn assert_settled(files: Vec<Source>) {
    let once = formatted(files);
    let texts: Vec<String> = once.iter().map(|file| file.text.clone()).collect();
    for (twice, once) in formatted(once).iter().zip(texts) {
        let differs = twice.text.lines().zip(once.lines()).find(|(twice, once)| twice != once);
        assert!(twice.text == once, "{}: the second time, {differs:?}", twice.path.display());
    }
}

#[test]
fn joined_lines_settle_at_once() {
    for seed in 0..3 {
        let mut random = fastrand::Rng::with_seed(seed);
        let files = repository().into_iter().map(|file| Source::new(&file.path, joined(&file.text, &mut random)));
        assert_settled(files.collect());
    }
}

/// The beginning of a tree, with its delimiters closed.
fn cut(text: &str, random: &mut fastrand::Rng) -> String {
    let at =
        (0..text.len()).filter(|&at| text.is_char_boundary(at)).nth(random.usize(..text.len())).unwrap_or_default();
    let mut open = Vec::new();
    for letter in text[..at].chars() {
        match letter {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' => drop(open.pop()),
            _ => {}
        }
    }
    text[..at].chars().chain(open.into_iter().rev()).collect()
}

/// The texts of the trees of a file.
fn trees(file: &Source) -> Vec<String> {
    let mut trees = Vec::new();
    if let Ok(tokens) = file.text.parse() {
        trees_in(tokens, &file.text, &mut trees);
    }
    extra::invalidate_current_thread_spans();
    trees
}

fn trees_in(tokens: TokenStream, file: &str, trees: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_tree = at > 1 && tokens[at - 1].to_string() == "!" && tokens[at - 2].to_string() == "bt";
        match (is_tree, group.span_open().byte_range().end..group.span_close().byte_range().start) {
            (true, range) if !range.is_empty() => trees.push(file[range].to_owned()),
            _ => trees_in(group.stream(), file, trees),
        }
    }
}

/// Whether a tree and the code in it can be parsed.
fn parses(tree: &str) -> bool {
    let Ok(tokens) = tree.parse::<TokenStream>() else { return false };
    let output = tree::compile("::bt::__private".parse().expect("a path"), tokens);
    extra::invalidate_current_thread_spans();
    !mentions_an_error(output.clone()) && syn::parse2::<syn::File>(output.clone()).is_ok()
        || syn::parse2::<syn::Expr>(output).is_ok()
}

fn mentions_an_error(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "compile_error",
        TokenTree::Group(group) => mentions_an_error(group.stream()),
        _ => false,
    })
}

#[test]
fn half_typed_trees_stay() {
    let mut random = fastrand::Rng::with_seed(1);
    let texts: Vec<String> = repository().iter().flat_map(trees).map(|tree| cut(&tree, &mut random)).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("a.rs");
    let files: Vec<Source> = texts.iter().map(|text| Source::new(&path, format!("bt! {{{text}}}\n"))).collect();
    let mut left = 0;
    for (text, formatted) in texts.iter().zip(fmt::format_all(&files)) {
        if formatted.text != format!("bt! {{{text}}}\n") && !parses(text) {
            println!("changed:\n{text}\n--- to\n{}", formatted.text);
            left += 1;
        }
    }
    assert_eq!(left, 0, "of {}", texts.len());
}
