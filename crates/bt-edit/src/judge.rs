//! Asks the compiler.

use std::str::FromStr;

use bt_compiler::apart::apart;
use bt_compiler::error::Errors;
use bt_compiler::tree::{ast, mistakes, parse};
use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::node::{Node, Tree};
use crate::refused::Refused;

/// Reads the content of a `bt!`.
///
/// # Errors
/// All mistakes that the compiler finds in it.
impl FromStr for Tree {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        read(text)
    }
}

/// Reads a node with all below it. It may lack children, so that other nodes can be wrapped into it.
///
/// # Errors
/// If it is not a node.
impl FromStr for Node {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Self, Refused> {
        node(text)
    }
}

/// Reads a text in which the compiler finds no mistake.
pub fn read(text: &str) -> Result<Tree, Refused> {
    apart(|| {
        let tree = shape(text)?;
        // With a name, the context need not be inferred, as in a `LiveTree`.
        let named = if tree.header.is_empty() { &format!("Tree(World) = {text}") } else { text };
        sound(named)?;
        Ok(tree)
    })
}

/// Reads the text of a node, which may lack children.
fn node(text: &str) -> Result<Node, Refused> {
    // A label or a binding of a root would look like a header.
    let parent = apart(|| shape(&format!("sequence < {text}\n>")))?.root;
    match <[Node; 1]>::try_from(parent.children.unwrap_or_default()) {
        Ok([node]) => Ok(node),
        Err(nodes) => Err(Refused::because(format!("expected one node, found {}", nodes.len()))),
    }
}

fn sound(text: &str) -> Result<(), Refused> {
    match mistakes(tokens(text)?) {
        none if none.is_empty() => Ok(()),
        mistakes => Err(mistakes.into()),
    }
}

fn tokens(text: &str) -> Result<TokenStream, Refused> {
    text.parse().map_err(|_| Refused::because("a delimiter, a string or a comment is not closed"))
}

fn shape(text: &str) -> Result<Tree, Refused> {
    let (tokens, mut errors) = (tokens(text)?, Errors::default());
    let tree = parse::parse(tokens, &mut errors);
    errors.check()?;
    if !tree.cfgs.is_empty() {
        return Err(Refused::because("a tree with `cfg` in it is two trees: edit each of them"));
    }
    let root = tree.root.as_ref().ok_or_else(|| Refused::because("there is no node"))?;
    Ok(Tree { header: header(text, &tree, root).to_owned(), root: Node::new(root) })
}

/// The text before the `=`, without the comments around it.
fn header<'a>(text: &'a str, tree: &ast::Tree, root: &ast::Node) -> &'a str {
    if tree.header.item.is_none() && tree.header.context.is_none() {
        return "";
    }
    let root = root.label.as_ref().map_or_else(|| root.name.span(), Ident::span).byte_range().start;
    // A type in the header may have a `=`, too.
    let is_equals = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '=');
    let before = tree.tokens.partition_point(|token| token.span().byte_range().start < root);
    let equals = tree.tokens[..before].iter().rposition(is_equals).unwrap_or(before);
    match &tree.tokens[..equals] {
        [first, .., last] => &text[first.span().byte_range().start..last.span().byte_range().end],
        _ => "",
    }
}
