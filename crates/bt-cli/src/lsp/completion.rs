//! Completions at a place in a tree.

use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::nodes::{self, Builtin, Children, Takes};
use bt_text::scope::{self, Declared};
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, Documentation, InsertTextFormat, MarkupContent,
    MarkupKind, TextEdit,
};

use super::document::Document;
use super::known::{Item, Known, Sort};
use crate::lex::Kind;
use crate::syntax::{Node, Tree};

/// All completions at a byte.
pub fn completion(document: &Document, known: &Known, byte: usize, snippets: bool) -> Option<Vec<CompletionItem>> {
    let (tree, path) = document.node_at(byte)?;
    let before = document.token_before(byte);
    let is_text = |kind| matches!(kind, Kind::Comment | Kind::Doc | Kind::Literal);
    // A word may follow immediately after a complete literal or comment.
    if before.is_some_and(|token| is_text(token.kind) && (token.end > byte || token.kind != Kind::Literal)) {
        return None;
    }
    let word = document.word_at(byte).map_or(byte..byte, |word| word.range());
    let replace = document.range(&word);
    let items = match place(document, tree, &path, byte) {
        Place::Node => of_nodes(document, known, snippets && !is_followed_by_children(document, word.end)),
        Place::Code(node) => of_code(document, tree, &path, node),
        Place::Other => return None,
    };
    let with_edit = |item: CompletionItem| {
        let new_text = item.insert_text.clone().unwrap_or_else(|| item.label.clone());
        let edit = TextEdit { range: replace, new_text };
        CompletionItem { insert_text: None, text_edit: Some(CompletionItemTextEdit::TextEdit(edit)), ..item }
    };
    Some(items.into_iter().map(with_edit).collect())
}

/// The kind of place.
enum Place<'a> {
    Node,
    Code(&'a Node),
    Other,
}

fn place<'a>(document: &Document, tree: &Tree, path: &[&'a Node], byte: usize) -> Place<'a> {
    if tree.header.as_ref().is_some_and(|header| byte < header.range.end) {
        return Place::Other;
    }
    let Some(node) = path.last() else { return Place::Node };
    let after_dot = document.text[..byte].trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    if node.code().any(|code| code.start < byte && byte <= code.end || code.is_empty() && code.start == byte) {
        // Fields and methods would need type information.
        return if after_dot.ends_with(['.', ':']) { Place::Other } else { Place::Code(node) };
    }
    if node.args.as_ref().is_some_and(|args| args.range.start < byte && byte < args.range.end) {
        return Place::Code(node);
    }
    let in_binding = |node: &Node| node.binding.as_ref().is_some_and(|binding| binding.range.start < byte);
    if in_binding(node)
        && node.children.as_ref().is_none_or(|children| byte > children.range.end || byte < children.range.start)
    {
        return Place::Other;
    }
    if document.text[..byte].ends_with(':') && !document.text[..byte].ends_with("::") || !after_dot.ends_with("::") {
        return Place::Node;
    }
    Place::Other
}

/// Whether arguments or children follow, so that only the name is missing.
fn is_followed_by_children(document: &Document, byte: usize) -> bool {
    document.text[byte..].trim_start().starts_with(['(', '<', '{'])
}

fn of_nodes(document: &Document, known: &Known, snippets: bool) -> Vec<CompletionItem> {
    let builtins = nodes::all().map(|builtin| of_builtin(builtin, snippets));
    let items = known.items().map(|(path, item)| of_item(item, path == document.path, snippets));
    builtins.chain(items).collect()
}

fn of_builtin(builtin: &Builtin, snippets: bool) -> CompletionItem {
    let kind =
        if builtin.children == Children::None { CompletionItemKind::Function } else { CompletionItemKind::Keyword };
    CompletionItem {
        label: builtin.name.to_owned(),
        kind: Some(kind),
        detail: Some(builtin.does.to_owned()),
        sort_text: Some(format!("1{}", builtin.name)),
        insert_text: snippets.then(|| builtin.snippet()),
        insert_text_format: snippets.then_some(InsertTextFormat::Snippet),
        ..CompletionItem::default()
    }
}

fn of_item(item: &Item, is_here: bool, snippets: bool) -> CompletionItem {
    let name = snake_case(&item.name);
    // If a built-in node hides the name, the type is written instead.
    let label = if nodes::find(&name).is_some() { item.name.clone() } else { name };
    let args = if item.takes_arguments { "($1)" } else { "" };
    let children = if item.sort == Sort::WithChildren { " < $0 >" } else { "$0" };
    let kind = if item.sort == Sort::Tree { CompletionItemKind::Struct } else { CompletionItemKind::Function };
    CompletionItem {
        kind: Some(kind),
        detail: Some(item.declaration.lines().next().unwrap_or_default().to_owned()),
        documentation: (!item.docs.is_empty()).then(|| markdown(item.docs.clone())),
        sort_text: Some(format!("{}{label}", if is_here { 0 } else { 2 })),
        insert_text: snippets.then(|| format!("{label}{args}{children}")),
        insert_text_format: snippets.then_some(InsertTextFormat::Snippet),
        label,
        ..CompletionItem::default()
    }
}

fn of_code(document: &Document, tree: &Tree, path: &[&Node], node: &Node) -> Vec<CompletionItem> {
    let names = scope::visible(document.read(), tree, path);
    let values = names.iter().map(|name| {
        let (detail, kind) = match name.by {
            Declared::Param(param) => (document.slice(&param.ty).to_owned(), CompletionItemKind::Property),
            Declared::Bound { node, .. } => {
                (format!("the value of {}", document.slice(&node.name)), CompletionItemKind::Variable)
            }
        };
        let label = document.slice(&name.range).to_owned();
        CompletionItem {
            sort_text: Some(format!("0{label}")),
            label,
            kind: Some(kind),
            detail: Some(detail),
            ..CompletionItem::default()
        }
    });
    let builtin = nodes::find(document.slice(&node.name));
    let params = builtin.iter().flat_map(|builtin| builtin.params).filter(|param| param.takes.is_named());
    let named = params.clone().map(|param| CompletionItem {
        label: format!("{} = ", param.name),
        kind: Some(CompletionItemKind::Field),
        detail: Some(param.takes.text().to_owned()),
        ..CompletionItem::default()
    });
    let has_threshold = params.clone().any(|param| param.takes == Takes::Threshold);
    let words = ["all", "any"].iter().filter(|_| has_threshold).map(|word| CompletionItem {
        label: (*word).to_owned(),
        kind: Some(CompletionItemKind::Keyword),
        ..CompletionItem::default()
    });
    values.chain(named).chain(words).collect()
}

/// The item, with its documentation added.
pub fn resolve(item: CompletionItem) -> CompletionItem {
    match super::pages::page(&item.label) {
        Some(page) if item.documentation.is_none() => CompletionItem { documentation: Some(markdown(page)), ..item },
        _ => item,
    }
}

fn markdown(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}
