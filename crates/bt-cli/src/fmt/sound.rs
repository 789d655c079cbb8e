//! Checks that the code in a tree's arguments can be parsed. The compiler leaves that to rustc, but a tree with half a
//! closure is still being typed.

use proc_macro2::Delimiter;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use super::tree::{Code, Node, Tree};

/// # Errors
/// The problem with the first arguments that cannot be parsed.
pub fn check(tree: &Tree, text: &str) -> Result<(), String> {
    check_node(&tree.root, text)
}

fn check_node(node: &Node, text: &str) -> Result<(), String> {
    if let Some((delimiter, args)) = &node.head.args {
        check_args(*delimiter, args, text)?;
    }
    node.children.iter().flatten().try_for_each(|child| check_node(child, text))
}

fn check_args(delimiter: Delimiter, args: &Code, text: &str) -> Result<(), String> {
    let code = &text[args.range.clone()];
    let parsed = match delimiter {
        Delimiter::Brace => syn::parse_str::<Expr>(&format!("Leaf {{ {code}\n}}")).map(drop),
        _ => Punctuated::<Expr, Token![,]>::parse_terminated.parse_str(code).map(drop),
    };
    parsed.map_err(|error| format!("the arguments `{}` are not valid Rust: {error}", shortened(code)))
}

/// The first words of a text.
fn shortened(code: &str) -> String {
    let line = code.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}..", &line[..end]),
        None => line,
    }
}
