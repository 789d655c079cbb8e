//! The outline of a file: its trees, with their nodes.

use gen_lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind,
};

use super::document::Document;
use crate::syntax::{Node, Tree};

/// The trees of a file.
pub fn trees(document: &Document) -> Vec<DocumentSymbol> {
    document.trees().iter().filter_map(|tree| symbol_of_tree(document, tree)).collect()
}

/// The outline in a form that the client supports.
pub fn outline(document: &Document, trees: Vec<DocumentSymbol>, nested: bool) -> DocumentSymbolResponse {
    if nested {
        return DocumentSymbolResponse::DocumentSymbolList(trees);
    }
    let mut flat = Vec::new();
    trees.into_iter().for_each(|tree| flatten(document, tree, None, &mut flat));
    DocumentSymbolResponse::SymbolInformationList(flat)
}

fn symbol_of_tree(document: &Document, tree: &Tree) -> Option<DocumentSymbol> {
    let root = tree.roots.first();
    let name = tree.header.as_ref().and_then(|header| header.name.clone());
    let context = tree.header.as_ref().and_then(|header| header.context.clone());
    let selected = name.clone().or_else(|| root.map(|root| root.name.clone()))?;
    let text = match &name {
        Some(name) => document.slice(name).to_owned(),
        None => "bt!".to_owned(),
    };
    let whole = match document.holds_trees_alone() {
        true => tree.header.as_ref().map_or(selected.start, |header| header.range.start)..end(tree),
        false => tree.call.clone(),
    };
    let detail = context.map(|context| format!("({})", document.slice(&context)));
    let children = tree.roots.iter().map(|node| symbol_of_node(document, node)).collect();
    Some(symbol(document, text, detail, SymbolKind::Struct, (&whole, &selected), children))
}

/// The end of the last node.
fn end(tree: &Tree) -> usize {
    let header = tree.header.as_ref().map(|header| header.range.end);
    tree.roots.last().map(|node| node.range.end).or(header).unwrap_or(tree.range.end)
}

fn symbol_of_node(document: &Document, node: &Node) -> DocumentSymbol {
    let name = document.slice(&node.name);
    let (text, detail) = match &node.label {
        Some(label) => (document.slice(label).to_owned(), Some(name.to_owned())),
        None if name.is_empty() => ("..".to_owned(), None),
        None => (name.to_owned(), None),
    };
    let kind = match (&node.children, &node.label) {
        (Some(_), _) => SymbolKind::Namespace,
        (None, _) => SymbolKind::Function,
    };
    let selected = node.label.clone().unwrap_or_else(|| node.name.clone());
    let children = node.nodes().iter().map(|child| symbol_of_node(document, child)).collect();
    symbol(document, text, detail, kind, (&node.whole(), &selected), children)
}

#[expect(deprecated, reason = "the field has no default")]
pub fn symbol(
    document: &Document,
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    (whole, selected): (&crate::syntax::Bytes, &crate::syntax::Bytes),
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: document.range(whole),
        selection_range: document.range(selected),
        children: Some(children),
    }
}

#[expect(deprecated, reason = "the field has no default")]
fn flatten(document: &Document, symbol: DocumentSymbol, parent: Option<&str>, flat: &mut Vec<SymbolInformation>) {
    let base_symbol_information = BaseSymbolInformation {
        name: symbol.name.clone(),
        kind: symbol.kind,
        tags: None,
        container_name: parent.map(str::to_owned),
    };
    let location = Location { uri: document.uri.clone(), range: symbol.range };
    flat.push(SymbolInformation { deprecated: None, location, base_symbol_information });
    for child in symbol.children.into_iter().flatten() {
        flatten(document, child, Some(&symbol.name), flat);
    }
}
