//! Half-typed leaves and derives, raw names, and groups from `macro_rules!`: no macro panics.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::broken::{SWITCHES, TREES, edits, inner_edits, tokens};
use crate::check::compile;

/// Functions that are leaves, with everything that one may write in their signatures.
const LEAVES: [&str; 6] = [
    "/// Walks.\n#[derive(Clone)] pub fn walk(room: &mut Room, to: Vec2, span: &mut Span) -> Status { room.walk(to) }",
    "pub(crate) fn find<'a, T: Kind>(world: &World<'a>, kind: &T, left: &mut u32) -> Poll<Option<Prey>> where T: Copy \
     { None }",
    "fn r#match(room: &mut Room, r#type: u32, (a, b): (u8, u8)) -> Result<bool, Broken> { Ok(true) }",
    "async fn fetch(url: String) -> Option<String> { None }",
    "fn a(&mut self, x: &str, y: impl Copy) {}",
    "unsafe extern \"C\" fn b(_: &mut impl Senses, [x, ..]: [u8; 2]) -> u32 {}",
];

/// Types that are leaves and decorators.
const TYPES: [&str; 5] = [
    "#[derive(Behavior)] #[behavior(context = Room, error = Stuck, value = u32, message = Shot)] struct Walk { \
     r#type: u32 }",
    "#[behavior(context = impl Senses)] enum Act<'a, T: Copy> { Walk(Walk<T>), r#In(&'a In) }",
    "#[behavior(context = World<'_>, crate = bt)] struct Walk;",
    "#[decorator(context = Room, error = Stuck)] struct Shield<const N: usize>([u8; N]);",
    "struct r#type;",
];

/// Attributes of `#[leaf]`.
const ATTRIBUTES: [&str; 5] = ["", "value = u32", "crate = ::other::bt, value = Vec<u8>", "value =", "r#value = 1"];

/// Trees in which names are raw.
const RAW: [&str; 8] = [
    "T(Room) = sequence < find -> r#type, eat(r#type), action(|r| r.eat(&r#type)) >",
    "T(Room) = sequence < find -> r#type, wait(1.0), eat(r#typ), eat(r#type + 1), action(|r| r.log(\"{type}\")) >",
    "T(Room) = sequence < parallel < find, find > -> (r#in, _), wait(1.0), eat(r#in) >",
    "T(Room) = sequence < find -> r#unused, find -> r#match: u32, condition(|_| r#match > 1) >",
    "T(Room) = switch(|r| -> Kind { r.kind }) < Kind::Some(r#type) if r#type > 1 => eat(r#type), _ => r#loop >",
    "T(Room) = for_each(|r, i| -> Option<u32> { r.item(i) }) -> r#for < finally < eat(r#for), sequence < wait(1.0), \
     eat(r#for) > > >",
    "T(Room) { r#type: u32 } -> Option<u32> = r#use: sequence < r#yield(r#type), r#fn::r#mod, r#await < r#find -> \
     r#where > >",
    "r#T(r#Room) = reactive_sequence < find -> r#gen, keyed(|_| r#gen) < eat(r#gen) > >",
];

/// A leaf in Rust: next to the errors or the type, its function is passed on.
fn leaf(attribute: &str, function: TokenStream) {
    let shown = function.to_string();
    let code = bt_compiler::leaf::leaf(tokens(attribute), function).to_string();
    let is_told = code.contains("compile_error") || code.contains("struct") || code.contains(&shown);
    assert!(is_told || shown.is_empty(), "{shown}\n{code}");
}

/// The derives, if the type can be parsed at all: otherwise rustc reports it before calling them.
fn derives(item: TokenStream) {
    for derive in [bt_compiler::derive::derive, bt_compiler::derive::derive_decorator] {
        if let Ok(input) = syn::parse2(item.clone()) {
            assert!(!derive(input).is_empty());
        }
    }
}

/// The tokens with invisible brackets around each of them, around all, and around nothing, as `macro_rules!` passes
/// them on.
fn grouped(tree: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tree.clone().into_iter().collect();
    let around = |from: usize, to: usize| {
        let group = Group::new(Delimiter::None, tokens[from..to].iter().cloned().collect());
        let (before, after) = (tokens[..from].iter().cloned(), tokens[to..].iter().cloned());
        before.chain([group.into()]).chain(after).collect()
    };
    let lengths = [0, 1, tokens.len()];
    let all = lengths
        .into_iter()
        .flat_map(|length| (0..=tokens.len() - length.min(tokens.len())).map(move |at| (at, at + length)));
    let mut all: Vec<TokenStream> =
        all.filter(|(_, to)| *to <= tokens.len()).map(|(from, to)| around(from, to)).collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        for inner in grouped(&group.stream()) {
            let mut tokens = tokens.clone();
            tokens[at] = Group::new(group.delimiter(), inner).into();
            all.push(tokens.into_iter().collect());
        }
    }
    all
}

/// Every tenth way to break a tree is tried; with `BT_BROKEN=all`, every one.
fn step() -> usize {
    if std::env::var("BT_BROKEN").is_ok_and(|broken| broken == "all") { 1 } else { 10 }
}

/// All ways to break some code.
fn broken(source: &str) -> impl Iterator<Item = TokenStream> {
    let whole = tokens(source);
    let (edits, inner, grouped) = (edits(&whole), inner_edits(&whole), grouped(&whole));
    [whole].into_iter().chain(edits).chain(inner).chain(grouped)
}

#[test]
fn a_leaf_that_is_half_typed() {
    for source in LEAVES {
        broken(source).for_each(|function| leaf("", function));
    }
    for (attribute, source) in ATTRIBUTES.iter().flat_map(|attribute| LEAVES.map(|source| (attribute, source))) {
        leaf(attribute, tokens(source));
    }
    for function in
        ["fn a { }", "fn a [ ] { }", "fn a", "fn", "fn a<T", "fn __(x: &mut u32) {}", "fn _2nd(x: &mut u32) {}"]
    {
        if let Ok(function) = function.parse() {
            leaf("", function);
        }
    }
}

#[test]
fn a_type_that_is_half_typed() {
    for source in TYPES {
        broken(source).for_each(derives);
    }
}

#[test]
fn names_may_be_raw() {
    for source in RAW {
        let code = compile(tokens(source)).unwrap_or_else(|| panic!("no Rust comes of {source}"));
        assert!(!code.contains("compile_error") || source.contains("r#typ)"), "{source}\n{code}");
        for edit in broken(source).step_by(step()) {
            compile(edit);
        }
    }
}

#[test]
fn fragments_of_a_macro_are_allowed_anywhere() {
    for source in TREES.into_iter().chain(SWITCHES) {
        for tree in grouped(&tokens(source)).into_iter().step_by(step()) {
            bt_compiler::tree::compile(quote!(::bt::__private), tree);
        }
    }
}
