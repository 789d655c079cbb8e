//! The reader of half-typed trees: it reads whole trees as the compiler does, and any other text, too.

use std::path::Path;

use bt_cli::blocks::{self, Found};
use bt_cli::lex::lex;
use bt_cli::syntax::{self, Node};
use bt_cli::{Source, files};
use bt_compiler::error::Errors;
use bt_compiler::tree::{ast, parse};

use crate::unquoted::unquoted;

/// What both readers must see of a node.
fn seen(file: &str, node: &Node) -> String {
    let text = |range: &std::ops::Range<usize>| file[range.clone()].split_whitespace().collect::<String>();
    let children: Vec<String> = node.nodes().iter().map(|child| seen(file, child)).collect();
    let names = |binding: &syntax::Binding| binding.names.iter().map(text).collect::<Vec<_>>().join(" ");
    format!(
        "{:?} {} {} {children:?} {:?} {}",
        node.label.as_ref().map(text),
        text(&node.name),
        node.args.as_ref().map_or(0, |args| if args.are_fields { 0 } else { args.values.len() }),
        node.binding.as_ref().map(names),
        node.arm.is_some(),
    )
}

fn expected(node: &ast::Node, has_arm: bool) -> String {
    let each = |child: &ast::Child| expected(&child.node, child.arm.is_some());
    let children: Vec<String> = node.children.iter().flatten().map(each).collect();
    let count = match &node.args {
        ast::Args::List { args, .. } => args.len(),
        _ => 0,
    };
    let names = |binding: &ast::Binding| binding.names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let name = format!("{}{}", node.name.path, if node.name.generics.is_empty() { "" } else { "::" });
    let name = format!("{name}{}", node.name.generics).split_whitespace().collect::<String>();
    format!(
        "{:?} {name} {count} {children:?} {:?} {has_arm}",
        node.label.as_ref().map(ToString::to_string),
        node.binding.as_ref().map(names),
    )
}

#[test]
fn whole_trees_are_read_as_the_compiler_reads_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut count = 0;
    for path in files::find(&[root]).expect("the repository can be read") {
        let file: Source = files::read(&path).expect("it can be read");
        let Ok(tokens) = file.tokens() else { continue };
        if file.holds_trees_alone() {
            continue;
        }
        let trees = syntax::read(&file.text, &lex(&file.text), false);
        let found = blocks::find(unquoted(tokens)).into_iter().filter_map(|found| match found {
            Found::Block(block) => Some(block),
            _ => None,
        });
        for (block, tree) in found.zip(trees) {
            let mut errors = Errors::default();
            let parsed = parse::parse(block.group.stream(), &mut errors);
            let (true, Some(root)) = (errors.check().is_ok(), &parsed.root) else { continue };
            assert_eq!(tree.roots.len(), 1, "{}: {}", path.display(), &file.text[tree.range]);
            assert_eq!(seen(&file.text, &tree.roots[0]), expected(root, false), "{}", path.display());
            let name = parsed.header.item.as_ref().map(|item| item.name.to_string());
            let header = tree.header.unwrap_or_default();
            assert_eq!(header.name.map(|name| file.text[name].to_owned()), name, "{}", path.display());
            let params = parsed.header.item.map_or(0, |item| item.params.len());
            assert_eq!(header.params.len(), params, "{}", path.display());
            assert_eq!(header.context.is_some(), parsed.header.context.is_some(), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 800, "only {count} trees");
}

#[test]
fn half_typed_trees_are_read() {
    let nodes = |text: &str| -> Vec<String> {
        let trees = syntax::read(text, &lex(text), true);
        let all = trees.iter().flat_map(syntax::Tree::nodes);
        all.map(|node| text[node.name.clone()].to_owned()).collect()
    };
    assert_eq!(nodes("A(R) = sequence < walk, "), ["sequence", "walk"]);
    assert_eq!(nodes("A(R) = sequence < walk(a,\n    open,\n>"), ["sequence", "walk", "open"]);
    assert_eq!(nodes("A(R) = sequence < , walk ope >"), ["sequence", "walk", "ope"]);
    assert_eq!(nodes("A(R) = switch(x) < 1 => walk, 2 => , 3 >"), ["switch", "walk", "", ""]);
    assert_eq!(nodes("A(R) = sequence < guard: , b: walk > B(R) = c"), ["sequence", "", "walk", "c"]);
    assert_eq!(nodes("A(R) = sequence < walk ) ] open"), ["sequence", "walk", "open"]);
    assert_eq!(nodes("pub A("), [""; 0]);
    // The attribute of the second tree seems to hold the first one.
    assert_eq!(nodes("S(R) = a #[x( T(R) = walk ] U(R) = open"), ["a", "walk", "open"]);
    assert_eq!(nodes("A(R) = a < ".repeat(500).as_str()).len(), 500);
    assert!(nodes(&format!("A(R) = {}", "a < ".repeat(5000))).len() >= 199);
}
