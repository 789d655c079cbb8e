//! The reader of half-typed trees sees in whole trees what the parser sees.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use super::read::read;
use super::sketch::{Args, Arm, Child, Tokens};
use crate::error::Errors;
use crate::tree::{ast, parse};

fn text<'a>(tokens: impl IntoIterator<Item = &'a TokenTree>) -> String {
    tokens.into_iter().map(ToString::to_string).collect()
}

/// Whether it is more than the empty place after a last comma.
fn has_something(child: &&Child) -> bool {
    child.node.is_some() || child.arm.is_some()
}

/// Name, arguments, names of values, and children with what is before them.
fn sketched(child: &Child) -> String {
    let Some(node) = &child.node else { return "nothing".to_owned() };
    let parts = |tokens: &Tokens| text(tokens).replace(['(', ')', ' ', '\n'], "");
    let arm = child.arm.as_ref().map(|arm| match arm {
        Arm::Pattern { pattern, guard } => format!("{} if {:?} =>", parts(pattern), guard.as_ref().map(parts)),
        Arm::Condition(condition) => format!("{} if None =>", parts(condition)),
    });
    let count = if let Args::List(_, args) = &node.args { args.len() } else { 0 };
    let children: Vec<String> = node.children.iter().flatten().filter(has_something).map(sketched).collect();
    let names = node.binding.as_ref().map(|binding| binding.names.to_string().replace(['(', ')', ' '], ""));
    format!("{arm:?} {} {count} {names:?} {children:?}", text(&node.name).replace("::<", "<"))
}

fn parsed(node: &ast::Node, arm: Option<&ast::Arm>) -> String {
    let parts = |tokens: &TokenStream| tokens.to_string().replace(['(', ')', ' ', '\n'], "");
    let arm = arm.map(|arm| format!("{} if {:?} =>", parts(&arm.pattern), arm.guard.as_ref().map(parts)));
    let count = if let ast::Args::List { args, .. } = &node.args { args.len() } else { 0 };
    let children: Vec<String> =
        node.children.iter().flatten().map(|child| parsed(&child.node, child.arm.as_ref())).collect();
    let names = |binding: &ast::Binding| binding.names.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let name: Vec<TokenTree> = [node.name.path.clone(), node.name.generics.clone()].into_iter().flatten().collect();
    format!("{arm:?} {} {count} {:?} {children:?}", text(&name).replace(' ', ""), node.binding.as_ref().map(names))
}

/// Whether the tree has no mistakes in its syntax, so that both were compared.
fn compare(tree: TokenStream) -> bool {
    let mut errors = Errors::default();
    let whole = parse::parse(tree.clone(), &mut errors);
    let (true, Some(root)) = (errors.check().is_ok(), &whole.root) else { return false };
    let sketch = read(tree.clone());
    assert_eq!(sketched(&sketch.root), parsed(root, None), "{tree}");
    assert!(sketch.rest.is_empty(), "{tree}");
    true
}

/// How many trees of the file or folder were compared.
fn compare_below(path: &Path) -> usize {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).expect("the folder can be read");
        return entries.map(|entry| compare_below(&entry.expect("the entry can be read").path())).sum();
    }
    let is_rust = path.extension().is_some_and(|extension| extension == "rs");
    let text = is_rust.then(|| std::fs::read_to_string(path).expect("the file can be read"));
    text.and_then(|text| text.parse().ok()).map_or(0, compare_in)
}

fn compare_in(tokens: TokenStream) -> usize {
    let (mut count, all) = (0, tokens.into_iter().collect::<Vec<_>>());
    for (at, token) in all.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_tree = at > 1 && all[at - 2].to_string() == "bt" && all[at - 1].to_string() == "!";
        // Templates of `macro_rules!` are not trees yet.
        let is_template = group.stream().to_string().contains('$');
        count += match is_tree && !is_template {
            true => usize::from(compare(group.stream())),
            false => compare_in(group.stream()),
        };
    }
    count
}

#[test]
fn the_last_child_of_a_priority_may_have_arrows_below_it() {
    let trees = [
        "T(R) = priority < f => a, l: switch(|r| r.n) < N::A { b } if b < 3 => c, _ => d > >",
        "T(R) = priority < near::<Door, 3> => a, b < c, d > >",
        "T(R) = priority < if |r| r.a < r.b => a, while move |r| r.a > 3 => b, priority < f => a, b > >",
        "T(R) = priority < a < switch(x) < 1 => b, _ => c > > >",
    ];
    for tree in trees {
        assert!(compare(tree.parse().expect("they are tokens")), "{tree}");
    }
}

#[test]
fn whole_trees_are_read_as_the_parser_reads_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let count: usize =
        ["examples", "bt/src", "tests/it", "tests/editor"].map(|folder| compare_below(&root.join(folder))).iter().sum();
    assert!(count > 300, "only {count} trees");
}
