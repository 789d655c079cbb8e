//! For any content of a `bt!`, the macro does not panic: it returns Rust that declares the tree, or errors, or both.

use proc_macro2::{Group, TokenStream, TokenTree};

use crate::check::compile;
use crate::edit::{Dice, words};

/// Trees to break; the name of each is `T`.
pub const TREES: [&str; 7] = [
    "pub T(Room) = sequence < walk, open_door, step_through, close_door >",
    "#[derive(Clone, Debug)] pub(crate) T(World<'_>) { times: u32, at: Vec<f32> } -> Result<Error> = all: selector < \
     repeat(times) < push(1, |world| world.x()) >, doors::open::<Wolf> { at: 1 }, Act::Walk(Walk) >",
    "pub T(impl Senses + Send) = parallel(success = 2, failure = all) < a, b, guard(Senses::safe) < patience(3) < c > \
     > >",
    "T(Room) = reactive_selector < if_else < condition(|r| r.open), a, b >, run_once < race < c, timeout(2.0) < d > > \
     > >",
    "(Room) = forever < sequence < action(Room::ring), wait(1.0), inverter < fail > > >",
    "sequence < walk, label: retry(3) < open_door >, walk >",
    "T(Room) { few: u32 } = if_else(Room::open) < reactive_utility(IDLE, |r| r.need, margin = -0.5) < a, b >, \
     parallel(success = few + 1, failure = |r| r.most) < weighted(-1, 0.5, |r| r.weight) < a, b, c >, remember(1, 2, \
     at = (0, 1)) > >",
];

/// With a `switch` or a `priority`, whose patterns and conditions only rustc reads.
pub const SWITCHES: [&str; 3] = [
    "T(Room) = switch(|room| room.kind) < Kind::Small if big() => walk, Kind::Large(3 | 4) => sequence < a, b >, _ => \
     c >",
    "reactive_switch(Room::kind) < 0 => walk, 1..=9 => fail, n if n > 9 => running >",
    "T(Room) = priority < if Room::open => a, while |r| r.doors < 3 => here: b < c >, if near::<Door> => d, e >",
];

pub fn tokens(source: &str) -> TokenStream {
    source.parse().expect("it is tokens")
}

/// The tokens up to each of them, without each of them, and with each of them twice.
pub fn edits(tree: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tree.clone().into_iter().collect();
    let edit = |at: usize| {
        let (before, here, after) = (&tokens[..at], &tokens[at..=at], &tokens[at + 1..]);
        [vec![before], vec![before, after], vec![before, here, here, after]]
    };
    let all = (0..tokens.len()).flat_map(edit);
    all.map(|parts| parts.into_iter().flatten().cloned().collect()).collect()
}

/// Edits inside of each pair of brackets.
pub fn inner_edits(tree: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tree.clone().into_iter().collect();
    let mut all = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        for inside in edits(&group.stream()).into_iter().chain(inner_edits(&group.stream())) {
            let mut tokens = tokens.clone();
            let mut edited = Group::new(group.delimiter(), inside);
            edited.set_span(group.span());
            tokens[at] = edited.into();
            all.push(tokens.into_iter().collect());
        }
    }
    all
}

#[test]
fn a_tree_that_breaks_off_or_has_a_token_too_few_or_too_many() {
    for tree in TREES {
        for edit in edits(&tokens(tree)) {
            let shown = edit.to_string();
            let code = compile(edit).unwrap_or_else(|| panic!("no Rust comes of {shown}"));
            // `T(Room)` alone is a leaf.
            let declares = shown.contains("T (") && shown.contains('=');
            assert!(!declares || code.contains("struct T") || code.contains("compile_error"), "{shown}");
        }
    }
}

#[test]
fn a_switch_that_breaks_off_or_has_a_token_too_few_or_too_many() {
    for tree in SWITCHES {
        edits(&tokens(tree)).into_iter().for_each(|edit| drop(compile(edit)));
    }
}

#[test]
fn brackets_with_a_token_too_few_or_too_many_in_them() {
    for tree in TREES.into_iter().chain(SWITCHES) {
        inner_edits(&tokens(tree)).into_iter().for_each(|edit| drop(compile(edit)));
    }
}

#[test]
fn token_soup() {
    let (words, mut dice) = (words(), Dice(1));
    let mut below = |end| dice.below(end);
    let starts = ["", "T(Room) = ", "pub T(Room) = sequence < ", "T(Room) = switch(|r| r) < ", "(Room) = a < "];
    for _ in 0..1000 {
        let mut soup = starts[below(starts.len())].to_owned();
        for _ in 0..below(12) {
            soup.push_str(words[below(words.len())]);
            soup.push_str(if below(4) == 0 { "" } else { " " });
        }
        if let Ok(soup) = soup.parse() {
            compile(soup);
        }
    }
}
