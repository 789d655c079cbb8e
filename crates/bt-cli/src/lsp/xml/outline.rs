//! The trees of a file, with their nodes.

use gen_lsp_types::{DocumentSymbol, SymbolKind};

use super::file::File;
use crate::lsp::document::Document;
use crate::lsp::outline::symbol;

/// How deeply nodes are shown: BehaviorTree.CPP reads no deeper ones.
const DEPTH: usize = 256;

/// The trees of a file.
pub fn outline(document: &Document, file: &File) -> Vec<DocumentSymbol> {
    file.trees().map(|(tree, at)| shown(document, file, tree, &at, 0)).collect()
}

fn shown(document: &Document, file: &File, tag: usize, name: &std::ops::Range<usize>, depth: usize) -> DocumentSymbol {
    let children = (tag + 1..file.tags.len()).take_while(|next| file.tags[*next].range.start < file.tags[tag].end);
    let own = children.filter(|next| depth < DEPTH && file.tags[*next].parent == Some(tag) && !file.tags[*next].is_end);
    let children: Vec<_> =
        own.filter_map(|child| Some(shown(document, file, child, &file.id(child)?, depth + 1))).collect();
    let kind = match (depth, children.is_empty()) {
        (0, _) => SymbolKind::Struct,
        (_, true) => SymbolKind::Function,
        (_, false) => SymbolKind::Namespace,
    };
    let detail = file.value(tag, "name").map(str::to_owned);
    let whole = file.tags[tag].range.start..file.tags[tag].end.max(name.end);
    symbol(document, file.text[name.clone()].to_owned(), detail, kind, (&whole, name), children)
}
