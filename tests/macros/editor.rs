//! What an editor gets for a tree. An editor expands a tree twice: as it is, and with a marker at the cursor. Both must
//! be the same up to the marker, and the marker must be there: otherwise nothing can be completed at this place.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use bt_compiler::tree::ide::meaning;

use crate::broken::{SWITCHES, TREES, edits, tokens};

/// What stands for the cursor.
const MARKER: &str = "cursor";

/// At how many places of one tree the marker is put, about.
const PLACES: usize = 12;

/// The same tokens with the marker at each place where an editor may complete: at the end of each word, and as a word
/// of its own in each empty place. Not in attributes, labels and the name of the tree, which mean nothing to the
/// function.
fn marked(tokens: &TokenStream) -> Vec<TokenStream> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let with = |at: usize, replaced: usize, token: TokenTree| -> TokenStream {
        all[..at].iter().cloned().chain([token]).chain(all[at + replaced..].iter().cloned()).collect()
    };
    let marker = || TokenTree::from(Ident::new(MARKER, Span::call_site()));
    let mut found = Vec::new();
    for (at, token) in all.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if !is_lifetime(&all, at) && !is_keyword(word) && !is_name(&all, at) => {
                let name = format!("{}{MARKER}", word.to_string().trim_start_matches("r#"));
                found.push(with(at, 1, Ident::new(&name, Span::call_site()).into()));
            }
            TokenTree::Group(_) if at > 0 && all[at - 1].to_string() == "#" => {}
            TokenTree::Group(group) => found.extend(marked(&group.stream()).into_iter().map(|inner| {
                let mut replaced = Group::new(group.delimiter(), inner);
                replaced.set_span(group.span());
                with(at, 1, replaced.into())
            })),
            TokenTree::Punct(mark) if opens_place(&all, at, mark.as_char()) => found.push(with(at + 1, 0, marker())),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// The `a` in `'a`.
fn is_lifetime(all: &[TokenTree], at: usize) -> bool {
    at > 0 && matches!(&all[at - 1], TokenTree::Punct(mark) if mark.as_char() == '\'')
}

/// Whether a label or a declaration comes before it, or it is `on`.
fn is_name(all: &[TokenTree], at: usize) -> bool {
    let is = |at: usize, text: &str| all.get(at).is_some_and(|token| token.to_string() == text);
    let label = is(at + 1, ":") && !is(at + 2, ":") && !is(at.wrapping_sub(1), ":");
    let header =
        matches!(all.get(at + 1), Some(TokenTree::Group(_))) && all.iter().any(|token| token.to_string() == "=");
    let declared = header && all[at].to_string().starts_with(char::is_uppercase);
    label || declared || all[at].to_string() == "on"
}

fn is_keyword(word: &Ident) -> bool {
    syn::parse2::<Ident>(quote!(#word)).is_err()
}

/// Whether a comma or a `<` comes before an empty place.
fn opens_place(all: &[TokenTree], at: usize, mark: char) -> bool {
    let closes = matches!(all.get(at + 1), Some(TokenTree::Punct(next)) if matches!(next.as_char(), '>' | ','));
    matches!(mark, ',' | '<') && closes
}

/// All tokens with the brackets around them.
fn flat(tokens: TokenStream, all: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => flat(group.stream(), all),
            TokenTree::Group(group) => {
                all.push(format!("{:?}", group.delimiter()));
                flat(group.stream(), all);
                all.push("end".to_owned());
            }
            token => all.push(token.to_string()),
        }
    }
}

fn expanded(tree: &TokenStream) -> Vec<String> {
    let mut all = Vec::new();
    flat(meaning(&quote!(::bt::__private), tree.clone()), &mut all);
    all
}

/// How often the marker is found, and how often not.
fn compare(tree: &TokenStream, found: &mut [usize; 2]) {
    let as_it_is = expanded(tree);
    let places = marked(tree);
    // Large trees have thousands of places, which are all alike.
    for marked in places.iter().step_by(places.len() / PLACES + 1) {
        let with_marker = expanded(marked);
        let Some(at) = with_marker.iter().position(|token| token.contains(MARKER)) else {
            found[1] += 1;
            continue;
        };
        found[0] += 1;
        let same = as_it_is.get(..at) == Some(&with_marker[..at]);
        assert!(
            same,
            "what is before the cursor differs:\n{marked}\n{}\n{}",
            as_it_is.join(" "),
            with_marker.join(" ")
        );
    }
}

/// The trees in the files below a folder.
fn trees_below(folder: &Path, trees: &mut Vec<TokenStream>) {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the entry can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.ends_with("target") {
            trees_below(&path, trees);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && let Ok(tokens) = fs::read_to_string(&path).expect("the file can be read").parse()
        {
            trees_in(tokens, trees);
        }
    }
}

fn trees_in(tokens: TokenStream, trees: &mut Vec<TokenStream>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in all.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_tree = at > 1 && all[at - 2].to_string() == "bt" && all[at - 1].to_string() == "!";
        let is_template = is_tree && group.stream().to_string().contains('$');
        if is_tree && !is_template { trees.push(group.stream()) } else { trees_in(group.stream(), trees) }
    }
}

#[test]
fn an_editor_finds_the_cursor_in_every_tree_of_the_repository() {
    let mut trees = Vec::new();
    for folder in ["../bt/src", "../examples", "it", "benches/src", "../crates/bt-view"] {
        trees_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut trees);
    }
    assert!(trees.len() > 300, "only {} trees", trees.len());
    let mut found = [0; 2];
    trees.iter().for_each(|tree| compare(tree, &mut found));
    println!("{} trees, {} places, {} without a marker", trees.len(), found[0], found[1]);
    assert!(found[0] > 2000 && found[1] < 5, "{found:?}");
}

#[test]
fn an_editor_finds_the_cursor_in_trees_that_are_half_typed() {
    let mut found = [0; 2];
    for tree in TREES.iter().chain(&SWITCHES) {
        edits(&tokens(tree)).iter().for_each(|edited| compare(edited, &mut found));
    }
    println!("{} places, {} without a marker", found[0], found[1]);
    // Before a header without a name, or after two of them, one cannot tell what is meant.
    assert!(found[1] * 50 < found[0], "{found:?}");
}
