//! Folds headers, children, arguments and comments that take several lines.

use gen_lsp_types::{FoldingRange, FoldingRangeKind};

use super::document::Document;
use crate::lex::Kind;
use crate::syntax::Bytes;

/// All foldable ranges in the trees of a file.
pub fn folding(document: &Document) -> Vec<FoldingRange> {
    let mut found = Vec::new();
    for tree in document.trees() {
        found.extend(tree.header.iter().flat_map(|header| header.params.first().map(|_| header.range.clone())));
        for node in tree.nodes() {
            found.extend(node.children.iter().map(|children| children.range.clone()));
            found.extend(node.args.iter().map(|args| args.range.clone()));
        }
    }
    let mut ranges: Vec<FoldingRange> = found.iter().filter_map(|bytes| fold(document, bytes, None)).collect();
    if document.holds_trees_alone() {
        let comments = comments(document);
        ranges.extend(comments.iter().filter_map(|bytes| fold(document, bytes, Some(FoldingRangeKind::Comment))));
    }
    ranges
}

/// Comments on consecutive lines.
fn comments(document: &Document) -> Vec<Bytes> {
    let mut runs: Vec<Bytes> = Vec::new();
    let mut open = false;
    for token in document.tokens() {
        match (token.kind, runs.last_mut()) {
            (Kind::Comment | Kind::Doc, Some(run)) if open => run.end = token.end,
            (Kind::Comment | Kind::Doc, _) => runs.push(token.range()),
            (Kind::Space, _) if open && document.slice(&token.range()).matches('\n').count() < 2 => continue,
            _ => {}
        }
        open = matches!(token.kind, Kind::Comment | Kind::Doc);
    }
    runs
}

fn fold(document: &Document, bytes: &Bytes, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    let range = document.range(bytes);
    // The last line stays visible, since it contains the closing delimiter.
    let last = if kind.is_some() { range.end.line } else { range.end.line.saturating_sub(1) };
    (last > range.start.line).then_some(FoldingRange {
        start_line: range.start.line,
        start_character: None,
        end_line: last,
        end_character: None,
        kind,
        collapsed_text: None,
    })
}
