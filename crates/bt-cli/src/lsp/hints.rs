//! Shows a running program in the text: a mark at each active node, and a command that opens the program's page.

use gen_lsp_types::{CodeLens, Command, InlayHint, Range};
use serde_json::json;

use super::document::Document;
use super::running::{Active, Address, Running};

/// The command that opens the page of the running program.
pub const OPEN: &str = "bt.openPage";

/// If there are more agents than this, they are counted instead of named.
const MOST_NAMED: usize = 3;

/// A mark at each active node in a range. A node that has moved away in the text gets none.
pub fn hints(document: &Document, running: &Running, range: Range) -> Vec<InlayHint> {
    let active = running.active(&document.path);
    let same_node = |one: &Active, other: &Active| (one.line, one.column) == (other.line, other.column);
    let hint = |nodes: &[Active]| {
        let at = byte(document, &nodes[0])?;
        let position = document.range(&(at..at)).start;
        let is_inside = range.start.line <= position.line && position.line <= range.end.line;
        let mut hint = InlayHint::new(position, label(nodes).into(), None, None, None, None, Some(true), None);
        hint.tooltip = Some("active in the running program".to_owned().into());
        is_inside.then_some(hint)
    };
    active.chunk_by(same_node).filter_map(hint).collect()
}

/// The first byte of a node, if it is still in the text.
fn byte(document: &Document, node: &Active) -> Option<usize> {
    let line = document.text.split_inclusive('\n').nth(node.line.checked_sub(1)?)?;
    let start: usize = document.text.split_inclusive('\n').take(node.line - 1).map(str::len).sum();
    let column = line.char_indices().nth(node.column.checked_sub(1)?)?.0;
    let at = start + column;
    let (_, path) = document.node_at(at)?;
    let is_it = path.last().is_some_and(|found| found.name.start == at && document.slice(&found.name) == node.name);
    is_it.then_some(at)
}

/// `▶`, and the agents if there are several.
fn label(nodes: &[Active]) -> String {
    let mut names: Vec<&str> = nodes.iter().map(|node| node.agent.as_str()).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    let more = if more > 0 { format!(", +{more}") } else { String::new() };
    format!("▶ {}{more}", names.join(", "))
}

/// The command that opens the page, above each tree.
pub fn lenses(document: &Document, running: &Running, address: &Address) -> Vec<CodeLens> {
    if !running.is_there() {
        return Vec::new();
    }
    let lens = |tree: &crate::syntax::Tree| {
        let mut range = document.range(&tree.call);
        range.end = range.start;
        let command = Command {
            title: "Open the live drawing".to_owned(),
            tooltip: None,
            command: OPEN.to_owned(),
            arguments: Some(vec![json!(address.url())]),
        };
        CodeLens::new(range, Some(command), None)
    };
    document.trees().iter().map(lens).collect()
}
