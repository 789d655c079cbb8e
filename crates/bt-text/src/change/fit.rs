//! Breaks lines that have become too long: one child per line.

use super::list::{STEP, indent_at, line_start};
use crate::edits::{Edits, moved};
use crate::lex::Kind;
use crate::syntax::{Bytes, Node};
use crate::text::{At, Text};

/// Longer lines are broken.
pub const WIDEST: usize = 120;

/// No tree has so many lists on one line.
const MOST: usize = 200;

/// The text with long lines broken in the touched part, and the new place of a byte.
pub fn fitted(mut text: Text, tree: usize, touched: Bytes, mut byte: usize) -> (Text, usize) {
    let mut touched = touched;
    for _ in 0..MOST {
        let Some(edits) = text.trees().get(tree).and_then(|tree| {
            let list = tree.roots.iter().find_map(|root| long(&text, root, &touched))?;
            Some(breaks(&text, list))
        }) else {
            break;
        };
        (byte, touched) = (moved(byte, &edits), moved(touched.start, &edits)..moved(touched.end, &edits));
        text = text.edited(&edits);
    }
    (text, byte)
}

/// The text with each child of a node on its own line.
pub fn broken(text: &Text, at: At) -> String {
    let node = text.path(at).and_then(|path| path.last().copied());
    node.map_or_else(|| text.text().to_owned(), |node| text.edited(&breaks(text, node)).text().to_owned())
}

/// The outermost node in the touched part that has children on one line that is too long.
fn long<'t>(text: &Text, node: &'t Node, touched: &Bytes) -> Option<&'t Node> {
    let children = node.children.as_ref()?;
    let below = || node.nodes().iter().find_map(|child| long(text, child, touched));
    let all = text.text();
    let in_line = !all[children.range.clone()].contains('\n');
    let line = line_start(all, children.range.start);
    let end = all[children.range.start..].find('\n').map_or(all.len(), |at| children.range.start + at);
    let is_touched = line <= touched.end && touched.start <= end;
    if in_line && is_touched && all[line..end].trim_end().chars().count() > WIDEST && !node.nodes().is_empty() {
        // An only child stays on the line; its own children are broken.
        return match node.nodes() {
            [only] if !only.nodes().is_empty() => below().or(Some(node)),
            _ => Some(node),
        };
    }
    below()
}

/// Puts each child of a node on its own line.
fn breaks(text: &Text, node: &Node) -> Edits {
    let Some(children) = &node.children else { return Vec::new() };
    let (all, line_end) = (text.text(), text.line_end());
    let outer = indent_at(all, children.range.start);
    let (inner, mut edits) = (format!("{line_end}{outer}{STEP}"), Vec::new());
    let mut from = children.range.start + 1;
    for child in node.nodes() {
        edits.push((space_after(all, from), inner.clone()));
        // Further lines of the child are indented with it.
        for token in text.tokens().iter().filter(|token| token.kind == Kind::Space) {
            let inside = child.whole().start <= token.start && token.end <= child.range.end;
            if let Some(last) = all[token.range()].rfind('\n').filter(|_| inside) {
                let start = token.start + last + 1;
                edits.push((start..start, STEP.to_owned()));
            }
        }
        let next = text.tokens().iter().find(|token| token.start >= child.range.end && !token.is_trivia());
        from = match next.filter(|token| text.slice(&token.range()) == ",") {
            Some(comma) => comma.end,
            None => {
                edits.push((child.range.end..child.range.end, ",".to_owned()));
                child.range.end
            }
        };
    }
    let close = children.range.end - 1;
    let space = all[..close].len() - all[..close].trim_end_matches([' ', '\t']).len();
    let space = close - space.min(close - from)..close;
    edits.push((space, format!("{line_end}{outer}")));
    edits
}

/// The spaces that begin at a byte.
fn space_after(text: &str, from: usize) -> Bytes {
    let rest = &text[from..];
    from..from + rest.len() - rest.trim_start_matches([' ', '\t']).len()
}
