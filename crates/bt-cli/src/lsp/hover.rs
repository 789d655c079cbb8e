//! Explains a name in a tree: the page of a node, the documentation of a leaf, the type of a value.

use bt_text::scope::{self, Declared};
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind};

use super::document::Document;
use super::known::Known;
use super::pages;
use crate::syntax::{Bytes, Node, Tree};

/// The text shown for the word at a byte.
pub fn hover(document: &Document, known: &Known, byte: usize) -> Option<Hover> {
    let (tree, path) = document.node_at(byte)?;
    let word = document.word_at(byte)?.range();
    let text = text(document, known, tree, &path, &word)?;
    let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(document.range(&word)) })
}

fn text(document: &Document, known: &Known, tree: &Tree, path: &[&Node], word: &Bytes) -> Option<String> {
    let name = document.slice(word);
    let within = |part: &Bytes| part.start <= word.start && word.end <= part.end;
    if let Some(header) = tree.header.as_ref().filter(|header| within(&header.range)) {
        let param = header.params.iter().find(|param| within(&param.name));
        return param.map(|param| of_param(document, param));
    }
    let node = path.last()?;
    if within(&node.name) {
        return of_node(document, known, document.slice(&node.name));
    }
    if let Some(binding) = node.binding.as_ref().filter(|binding| within(&binding.range)) {
        return binding.names.iter().any(within).then(|| of_binding(document, node, name));
    }
    let names = scope::visible(document.read(), tree, path);
    let declared = names.iter().rev().find(|declared| document.slice(&declared.range) == name)?;
    node.code().any(|code| within(&code)).then(|| match declared.by {
        Declared::Param(param) => of_param(document, param),
        Declared::Bound { node, .. } => of_binding(document, node, name),
    })
}

fn of_param(document: &Document, param: &crate::syntax::Param) -> String {
    format!("```rust\n{}: {}\n```\nA parameter of the tree.", document.slice(&param.name), document.slice(&param.ty))
}

fn of_binding(document: &Document, node: &Node, name: &str) -> String {
    let ty = node.binding.as_ref().and_then(|binding| binding.ty.as_ref());
    let ty = ty.map(|ty| format!(": {}", document.slice(ty))).unwrap_or_default();
    format!("```rust\n{name}{ty}\n```\nThe value of `{}`.", document.slice(&node.name))
}

/// The page of a built-in node, or what is known about a type.
pub fn of_node(document: &Document, known: &Known, name: &str) -> Option<String> {
    if let Some(page) = pages::page(name) {
        return Some(page);
    }
    let found = known.find(name, &document.path);
    let texts: Vec<String> =
        found.iter().map(|(_, item)| format!("```rust\n{}\n```\n{}", item.declaration, item.docs)).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n---\n\n"))
}
