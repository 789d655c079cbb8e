//! The children of a node: inserting and removing them.

use super::written::indented;
use crate::edits::Edits;
use crate::lex::{Kind, Token};
use crate::syntax::{Bytes, Children, Node};
use crate::text::Text;

/// The additional indentation of children.
pub const STEP: &str = "    ";

/// The children of a node, each with what belongs to it.
pub struct List<'t> {
    text: &'t Text,
    /// The children; `None` if there is no `<`.
    children: Option<&'t Children>,
    parent: &'t Node,
    items: Vec<Item>,
}

/// A child in the text.
struct Item {
    /// From its attributes to its end.
    range: Bytes,
    /// The start of the comments on their own lines directly before it.
    lead: usize,
    comma: Option<Bytes>,
}

impl<'t> List<'t> {
    pub fn new(text: &'t Text, parent: &'t Node) -> Self {
        let children = parent.children.as_ref();
        let mut items: Vec<Item> = Vec::new();
        let mut from = children.map_or(0, |children| children.range.start + 1);
        for node in parent.nodes() {
            let start = token_from(text, from).map_or(node.whole().start, |token| token.start);
            let end = node.range.end;
            let comma = token_from(text, end).map(|token| token.range()).filter(|comma| text.slice(comma) == ",");
            items.push(Item { range: start..end, lead: lead(text, from, start), comma: comma.clone() });
            from = comma.map_or(end, |comma| comma.end);
        }
        List { text, children, parent, items }
    }

    /// The text of a child, with its attributes and the comments before it.
    pub fn taken(&self, index: usize) -> (Bytes, &'t str) {
        let item = &self.items[index];
        let range = item.lead..item.range.end;
        (range.clone(), self.text.slice(&range))
    }

    /// Whether each child is on a line of its own.
    fn is_broken(&self) -> bool {
        let (Some(children), Some(first), Some(last)) = (self.children, self.items.first(), self.items.last()) else {
            return false;
        };
        let text = self.text.text();
        text[children.range.start..first.range.start].contains('\n')
            || text[last.range.end..children.range.end].contains('\n')
    }

    /// Whether the list must be broken into lines to make room for this text.
    pub fn must_break(&self, text: &str) -> bool {
        let is_long = |text: &str| text.trim_end().contains('\n');
        !self.is_broken()
            && !self.items.is_empty()
            && (is_long(text) || self.items.iter().any(|item| is_long(self.text.slice(&item.range))))
    }

    /// The indentation of its children.
    pub fn indent(&self) -> String {
        let text = self.text.text();
        match self.items.first().filter(|item| begins_line(text, item.range.start)) {
            Some(first) => indent_at(text, first.range.start).to_owned(),
            None => format!("{}{STEP}", indent_at(text, self.parent.whole().start)),
        }
    }

    /// Inserts an unindented text before a child, or after the last one. Also returns where the text begins in what was
    /// inserted.
    pub fn insert(&self, index: usize, new: &str) -> (Bytes, String, usize) {
        let (text, line_end) = (self.text.text(), self.text.line_end());
        let Some(children) = self.children else {
            // Children follow the arguments, and precede a binding.
            let end = self.parent.head().end;
            let new = indented(new, "", indent_at(text, self.parent.whole().start), line_end);
            return (end..end, format!(" < {new} >"), 3);
        };
        let indent = self.indent();
        let body = indented(new, "", &indent, line_end);
        if let Some(item) = self.items.get(index) {
            if self.is_broken() && begins_line(text, item.lead) {
                let start = line_start(text, item.lead);
                return (start..start, format!("{indent}{body},{line_end}"), indent.len());
            }
            return (item.range.start..item.range.start, format!("{body}, "), 0);
        }
        let Some(last) = self.items.last() else {
            let start = children.range.start + 1;
            return (start..start, format!(" {body} "), 1);
        };
        let after = last.comma.as_ref().map_or(last.range.end, |comma| comma.end);
        let comma = if last.comma.is_some() { "" } else { "," };
        let rest = rest_of_line(self.text, after);
        match (self.is_broken(), rest) {
            (true, Some(end)) => {
                let before = format!("{comma}{}{line_end}{indent}", &text[after..end]);
                let begins = before.len();
                (after..end, format!("{before}{body},"), begins)
            }
            _ => {
                let trailing = if last.comma.is_some() { "," } else { "" };
                (after..after, format!("{comma} {body}{trailing}"), comma.len() + 1)
            }
        }
    }

    /// Removes a child and its comma. With `comments`, also removes the comments directly before it.
    pub fn remove(&self, index: usize, comments: bool) -> Edits {
        let (text, item) = (self.text.text(), &self.items[index]);
        let start = if comments { item.lead } else { item.range.start };
        let Some(comma) = &item.comma else { return self.remove_last(index, start) };
        let is_space = text[item.range.end..comma.start].trim().is_empty();
        if !is_space {
            return vec![(start..item.range.end, String::new()), (comma.clone(), String::new())];
        }
        vec![(self.with_space(start..comma.end), String::new())]
    }

    /// Extends the bytes to whole lines if they fill them. Otherwise adds the space after them or, at the end of a
    /// line, before them.
    fn with_space(&self, range: Bytes) -> Bytes {
        let text = self.text.text();
        let rest = &text[range.end..];
        let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
        if rest[..line].trim().is_empty() {
            return match begins_line(text, range.start) {
                true => line_start(text, range.start)..range.end + line,
                false => text[..range.start].trim_end_matches([' ', '\t']).len()..range.end,
            };
        }
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        range.start..range.end + spaces
    }

    /// Removes the last child. If it has no comma, the comma before it goes.
    fn remove_last(&self, index: usize, start: usize) -> Edits {
        let (text, item) = (self.text.text(), &self.items[index]);
        let before = index.checked_sub(1).and_then(|before| self.items[before].comma.clone());
        match before {
            Some(comma) if text[comma.end..start].trim().is_empty() => {
                vec![(comma.start..item.range.end, String::new())]
            }
            Some(comma) => vec![(comma, String::new()), (start..item.range.end, String::new())],
            None => vec![(self.with_space(start..item.range.end), String::new())],
        }
    }
}

/// The first token from this byte on that a parser would read.
fn token_from(text: &Text, from: usize) -> Option<&Token> {
    let tokens = text.tokens();
    tokens[tokens.partition_point(|token| token.start < from)..].iter().find(|token| !token.is_trivia())
}

/// The start of the comments on their own lines between these two bytes, with no empty line after them.
fn lead(text: &Text, from: usize, start: usize) -> usize {
    let tokens = text.tokens();
    let range = tokens.partition_point(|token| token.start < from)..tokens.partition_point(|token| token.start < start);
    let mut lead = start;
    for token in tokens[range].iter().rev() {
        match token.kind {
            Kind::Space if text.slice(&token.range()).matches('\n').count() < 2 => {}
            Kind::Comment | Kind::Doc if begins_line(text.text(), token.start) => lead = token.start,
            _ => break,
        }
    }
    lead
}

/// The end of the line, if only space and comments remain on it.
fn rest_of_line(text: &Text, from: usize) -> Option<usize> {
    let all = text.text();
    let end = all[from..].find('\n').map_or(all.len(), |at| from + at);
    let end = if all[..end].ends_with('\r') { end - 1 } else { end };
    let next = token_from(text, from).map_or(all.len(), |token| token.start);
    let comment_ends = text
        .tokens()
        .iter()
        .any(|token| token.end == end || token.kind == Kind::Space && token.start <= end && end <= token.end);
    (next >= end && comment_ends).then_some(end)
}

pub fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |at| at + 1)
}

/// The leading white space of the line with this byte.
pub fn indent_at(text: &str, byte: usize) -> &str {
    let line = &text[line_start(text, byte)..];
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Whether only white space precedes this byte on its line.
pub fn begins_line(text: &str, byte: usize) -> bool {
    text[line_start(text, byte)..byte].trim().is_empty()
}
