//! The lossless lexer: nothing is lost, whatever the text is, and it reads whole files as `proc_macro2` does.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bt_cli::blocks::{self, Found};
use bt_cli::lex::{self, Kind, lex};
use bt_cli::{Source, files};
use bt_compiler::tree;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::unquoted::unquoted;

fn repository() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths: Vec<PathBuf> = files::find(&[root]).expect("the repository can be read");
    paths.iter().map(|path| files::read(path).expect("it can be read")).collect()
}

/// Each token with its bytes, as `proc_macro2` sees it.
fn flat(file: &Source, tokens: TokenStream, found: &mut Vec<Range<usize>>) {
    for token in tokens {
        let range = file.range(token.span());
        match token {
            TokenTree::Group(group) => {
                let (open, close) = (file.range(group.span_open()), file.range(group.span_close()));
                // In the text, doc comments are groups without delimiters.
                if group.delimiter() != Delimiter::None && !file.text[open.clone()].starts_with('/') {
                    found.push(open);
                    flat(file, group.stream(), found);
                    found.push(close);
                }
            }
            TokenTree::Punct(_) if file.text[range.clone()].starts_with('/') && range.len() > 1 => {}
            _ => found.push(range),
        }
    }
}

#[test]
fn whole_files_have_the_tokens_of_proc_macro2() {
    let mut count = 0;
    for file in repository() {
        let Ok(tokens) = file.tokens() else { continue };
        let mut expected = Vec::new();
        flat(&file, tokens, &mut expected);
        let mut found = Vec::new();
        for token in lex::without_trivia(&lex(&file.text)) {
            match token.kind {
                // In `proc_macro2`, a lifetime is a mark and an identifier.
                Kind::Lifetime => found.extend([token.start..token.start + 1, token.start + 1..token.end]),
                _ => found.push(token.range()),
            }
        }
        for (found, expected) in found.iter().zip(&expected) {
            let context = &file.text[expected.clone()];
            assert_eq!(found, expected, "{}: {context}", file.path.display());
        }
        assert_eq!(found.len(), expected.len(), "{}", file.path.display());
        count += found.len();
    }
    assert!(count > 500_000, "only {count} tokens");
}

#[test]
fn whole_files_have_the_blocks_of_proc_macro2() {
    let mut count = 0;
    for file in repository().iter().filter(|file| !file.holds_trees_alone()) {
        let Ok(tokens) = file.tokens() else { continue };
        let expected: Vec<Range<usize>> = blocks::find(unquoted(tokens))
            .into_iter()
            .filter_map(|found| match found {
                Found::Block(block) => Some(file.range(block.call)),
                _ => None,
            })
            .collect();
        let found = lex::blocks(&file.text, &lex::without_trivia(&lex(&file.text)));
        let found: Vec<Range<usize>> = found.into_iter().map(|block| block.call).collect();
        assert_eq!(found, expected, "{}", file.path.display());
        count += found.len();
    }
    assert!(count > 1000, "only {count} blocks");
}

#[test]
fn files_of_trees_have_the_trees_of_proc_macro2() {
    let files: Vec<Source> = repository().into_iter().filter(Source::holds_trees_alone).collect();
    let whole: Vec<&Source> = files.iter().filter(|file| file.tokens().is_ok()).collect();
    // A file may have several trees: those with a header can come after another tree.
    let text: String = whole
        .iter()
        .filter(|file| !file.text.starts_with('(') && file.text.contains(") ="))
        .map(|file| file.text.as_str())
        .collect();
    let all = Source::new(Path::new("all.bt"), text);
    let mut count = 0;
    for file in whole.into_iter().chain([&all]) {
        let expected = blocks::trees(file, file.tokens().expect("it can be read"));
        // Two trees in one, or a part of a tree, would be a mistake.
        let is_tree = |tokens: &TokenStream| tree::known(tokens.clone()).0.is_some();
        assert!(expected.iter().all(is_tree), "{}", file.path.display());
        let found = lex::trees(&file.text, &lex(&file.text));
        let without_space = |text: &str| text.split_whitespace().collect::<String>();
        let found: Vec<String> = found
            .into_iter()
            .map(|range| {
                let text = &file.text[range];
                let code = lex::without_trivia(&lex(text));
                code.iter().map(|token| without_space(&text[token.range()])).collect()
            })
            .collect();
        let expected: Vec<String> = expected
            .into_iter()
            .map(|tokens| {
                let mut ranges = Vec::new();
                flat(file, tokens, &mut ranges);
                ranges.into_iter().map(|range| without_space(&file.text[range])).collect()
            })
            .collect();
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{}", file.path.display());
        }
        assert_eq!(found.len(), expected.len(), "{}", file.path.display());
        count += found.len();
    }
    assert!(count > 25, "only {count} trees");
}

/// Damages a text: cuts, doubles, swaps and inserts.
fn damaged(random: &mut fastrand::Rng, text: &str) -> String {
    const PIECES: [&str; 24] = [
        "\"", "'", "/*", "*/", "//", "r#\"", "\"#", "#\"", "##", "{", "}", "(", ")", "<", ">", "😀", "é", "\u{feff}",
        "#!", "'a", "b'", "0x", "bt! {", "\r\n",
    ];
    let mut text = text.to_owned();
    for _ in 0..random.usize(1..8) {
        let mut place = || {
            let at = random.usize(..=text.len());
            (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
        };
        let (a, b) = (place(), place());
        let (start, end) = (a.min(b), a.max(b).min(a.min(b) + 40));
        let end = (end..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
        let piece = match random.u8(..3) {
            0 => String::new(),
            1 => text[start..end].repeat(2),
            _ => PIECES[random.usize(..PIECES.len())].to_owned(),
        };
        text.replace_range(start..end, &piece);
    }
    text
}

#[test]
fn no_byte_of_a_damaged_text_is_lost() {
    let files = repository();
    let trees = |file: &&Source| file.holds_trees_alone();
    let trees: String = files.iter().filter(trees).map(|file| format!("#[a] {}\n", file.text)).collect();
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..3000 {
        let file = &files[random.usize(..files.len())];
        let text = if round % 2 == 0 { &file.text } else { &trees };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let from = random.usize(..lines.len().max(1));
        let text = damaged(&mut random, &lines[from..lines.len().min(from + 30)].concat());
        let tokens = lex(&text);
        let whole: String = tokens.iter().map(|token| &text[token.range()]).collect();
        assert_eq!(whole, text, "round {round}");
        assert!(tokens.iter().all(|token| token.start < token.end), "round {round}: an empty token");
        for block in lex::blocks(&text, &lex::without_trivia(&tokens)) {
            assert!(text[block.call.clone()].starts_with("bt"), "round {round}");
            assert!(block.call.start < block.content.start && block.content.end <= block.call.end, "round {round}");
        }
        let trees = lex::trees(&text, &tokens);
        let whole: String = trees.into_iter().map(|range| &text[range]).collect();
        assert_eq!(whole, text, "round {round}");
    }
}

#[test]
fn blocks_are_found_where_delimiters_do_not_match() {
    let calls = |text: &str| -> Vec<String> {
        let found = lex::blocks(text, &lex::without_trivia(&lex(text)));
        found.into_iter().map(|block| text[block.content].trim().to_owned()).collect()
    };
    let after = "\nfn f() { bt!(b); }\n";
    for (open, content) in [
        ("bt! {\n    a(|x| { x.\n}", "a(|x| { x."),
        ("bt! {\n    a(|x| x.f(\n}", "a(|x| x.f("),
        ("bt! {\n    a) >\n}", "a) >"),
        ("bt! {\n    a(", "a("),
    ] {
        assert_eq!(calls(&format!("{open}{after}")), [content, "b"], "{open}");
    }
    assert_eq!(calls("mod m {\n    bt! {\n        a({\n    }\n    bt! { b }\n}"), ["a({", "b"]);
    assert_eq!(calls("fn f( { bt! { a } }"), ["a"]);
    assert_eq!(calls("// bt! { a }\n\"bt! { b }\"; macro_rules! m { () => { bt! { c } } }"), [""; 0]);
}
