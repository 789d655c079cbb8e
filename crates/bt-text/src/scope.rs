//! The names that code in a tree can use: parameters and bindings.

use bt_compiler::tree::nodes;
use bt_compiler::uses;
use proc_macro2::TokenStream;

use crate::lex::{Kind, Token};
use crate::syntax::{Bytes, Node, Tree};
use crate::text::Text;

/// The declaration of a name.
#[derive(Clone, Copy)]
pub enum Declared<'a> {
    /// A parameter of the tree.
    Param(&'a crate::syntax::Param),
    /// The binding of a node.
    Bound {
        /// The node with the value.
        node: &'a Node,
        /// The parent, whose later children can use the name.
        within: &'a Node,
    },
}

/// A name and its declaration.
#[derive(Clone)]
pub struct Name<'a> {
    /// The bytes of the name in its declaration.
    pub range: Bytes,
    /// Its declaration.
    pub by: Declared<'a>,
}

/// The names that code of a node could use if the compiler accepted the tree. `path` leads from the root to the node.
fn names<'a>(tree: &'a Tree, path: &[&'a Node]) -> Vec<Name<'a>> {
    let params = tree.header.iter().flat_map(|header| &header.params);
    let mut found: Vec<Name> =
        params.map(|param| Name { range: param.name.clone(), by: Declared::Param(param) }).collect();
    for pair in path.windows(2) {
        let [parent, child] = pair else { continue };
        found.extend(bound_for(parent, parent.index_of(child).unwrap_or(0)));
    }
    found
}

/// The names that a node offers to its child with this index.
fn bound_for(parent: &Node, index: usize) -> Vec<Name<'_>> {
    let earlier = &parent.nodes()[..index.min(parent.nodes().len())];
    let mut found: Vec<Name> = earlier.iter().flat_map(|node| bindings(node, parent)).collect();
    // The item of a `for_each` is for its child.
    let own = parent
        .binding
        .iter()
        .filter(|binding| parent.children.as_ref().is_some_and(|children| binding.range.start < children.range.start));
    found.extend(
        own.flat_map(|binding| &binding.names)
            .map(|range| Name { range: range.clone(), by: Declared::Bound { node: parent, within: parent } }),
    );
    found
}

fn bindings<'a>(node: &'a Node, within: &'a Node) -> Vec<Name<'a>> {
    let names = node.binding.iter().flat_map(|binding| &binding.names);
    names.map(|range| Name { range: range.clone(), by: Declared::Bound { node, within } }).collect()
}

/// The names that code of a node can use, if the compiler accepts the tree.
pub fn visible<'a>(file: &Text, tree: &'a Tree, path: &[&'a Node]) -> Vec<Name<'a>> {
    let mut names = names(tree, path);
    names.retain(|name| match name.by {
        Declared::Param(_) => true,
        Declared::Bound { node, within } => {
            let Some(builtin) = nodes::find(file.slice(&within.name)) else { return false };
            match within.index_of(node) {
                Some(0) if builtin.second_child_sees() => within.args.is_none(),
                Some(_) => builtin.later_children_see(),
                None => builtin.binds_item(),
            }
        }
    });
    names
}

/// The uses of a variable in code: each identifier, and each mention in a format string. `None` if the code is not
/// Rust.
pub fn uses(file: &Text, code: &Bytes, name: &str) -> Option<Vec<Use>> {
    let text = file.slice(code);
    // The compiler only takes this for a struct literal after a type name.
    let prefix = if text.starts_with('{') { "X" } else { "" };
    let tokens: TokenStream = format!("{prefix}{text}").parse().ok()?;
    let mut found = Vec::new();
    for span in uses::uses(&tokens, name) {
        let range = span.byte_range();
        let range = code.start + range.start - prefix.len()..code.start + range.end - prefix.len();
        if file.text()[range.clone()].ends_with(name) && range.len() == name.len() {
            let is_shorthand = is_shorthand(file, &range);
            found.push(Use { range, is_shorthand });
        } else {
            found.extend(in_text(file, &range, name).into_iter().map(|range| Use { range, is_shorthand: false }));
        }
    }
    Some(found)
}

/// A use of a variable.
pub struct Use {
    /// The bytes of its name.
    pub range: Bytes,
    /// Whether it is also the name of a field in a struct literal: `Spot { x }`.
    pub is_shorthand: bool,
}

/// Whether this word stands alone between the commas of a struct literal.
fn is_shorthand(file: &Text, word: &Bytes) -> bool {
    let before = file.text()[..word.start].trim_end();
    let after = file.text()[word.end..].trim_start();
    let is_alone = before.ends_with(['{', ',']) && after.starts_with(['}', ',']);
    is_alone
        && opener(file, word.start).is_some_and(|(open, before)| {
            let name = before.map(|token| file.slice(&token.range()));
            let is_keyword = |word: &str| matches!(word, "else" | "unsafe" | "loop" | "move" | "async");
            let is_name = |word: &str| word.starts_with(char::is_alphabetic) && !is_keyword(word);
            file.slice(&open.range()) == "{" && name.is_some_and(is_name)
        })
}

/// The innermost open delimiter at this byte, and the token before it.
fn opener(file: &Text, byte: usize) -> Option<(Token, Option<Token>)> {
    let tokens = file.tokens();
    let before = &tokens[..tokens.partition_point(|token| token.start < byte)];
    let mut depth = 0_usize;
    let open = before.iter().rposition(|token| match token.kind {
        Kind::Close => {
            depth += 1;
            false
        }
        Kind::Open if depth > 0 => {
            depth -= 1;
            false
        }
        kind => kind == Kind::Open,
    })?;
    let name = before[..open].iter().rev().find(|token| !token.is_trivia());
    Some((before[open], name.copied()))
}

/// The mentions of a variable in a format string. Only macros have these.
fn in_text(file: &Text, literal: &Bytes, name: &str) -> Vec<Bytes> {
    let text = file.slice(literal);
    let mut found = Vec::new();
    let is_mark = |(_, before): (Token, Option<Token>)| before.is_some_and(|token| file.slice(&token.range()) == "!");
    if !opener(file, literal.start).is_some_and(is_mark) {
        return found;
    }
    for (at, _) in text.match_indices(name) {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let braces = before.len() - before.trim_end_matches('{').len();
        if braces % 2 == 1 && after.starts_with(['}', ':']) {
            found.push(literal.start + at..literal.start + at + name.len());
        }
    }
    found
}
