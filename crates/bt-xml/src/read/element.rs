//! Parts of XML elements.

use std::ops::Range;

use roxmltree::Node;

use crate::repair::comment;

/// The place of an element's name, with its prefix.
pub fn tag(element: Node<'_, '_>) -> Range<usize> {
    let (begin, end) = (element.range().start + 1, element.range().end);
    let text = &element.document().input_text()[begin..end];
    let name = text.split(|c: char| c.is_whitespace() || matches!(c, '/' | '>')).next().unwrap_or_default();
    begin..begin + name.len()
}

/// The comments directly before an element, one per line.
pub fn docs(element: Node<'_, '_>) -> Vec<String> {
    let is_blank = |node: &Node<'_, '_>| node.is_text() && node.text().is_none_or(|text| text.trim().is_empty());
    let before = element.prev_siblings().skip(1).take_while(|node| node.is_comment() || is_blank(node));
    let mut comments: Vec<_> = before.filter(Node::is_comment).filter_map(|node| node.text()).collect();
    comments.reverse();
    comments.into_iter().flat_map(|text| lines(&comment(text))).collect()
}

/// The lines of a text that are not empty. Control characters such as tabs do not reach the comments in Rust.
pub fn lines(text: &str) -> Vec<String> {
    let lines = text.split(['\n', '\r']).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect()
}
