//! Maps tokens to their bytes in the text.

use std::ops::Range;

use proc_macro2::{LineColumn, TokenStream, TokenTree, extra};

use super::comments::gap;

/// Parses a text and calls `f` with its tokens; `None` if it is not valid Rust. All earlier tokens of this thread lose
/// their spans, as `proc_macro2` would otherwise search every text that it ever read.
pub fn with_tokens<'a, R>(text: &'a str, f: impl FnOnce(TokenStream, &Positions<'a>) -> R) -> Option<R> {
    let read = text.parse().ok().map(|tokens| f(tokens, &Positions::of(text)));
    extra::invalidate_current_thread_spans();
    read
}

/// A text and the starts of its lines.
pub struct Positions<'a> {
    text: &'a str,
    lines: Vec<usize>,
    /// Whether each character is one byte.
    is_ascii: bool,
}

impl<'a> Positions<'a> {
    fn of(text: &'a str) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Positions { text, lines: std::iter::once(0).chain(ends).collect(), is_ascii: text.is_ascii() }
    }

    fn byte(&self, at: LineColumn) -> usize {
        let start = self.lines[at.line - 1];
        if self.is_ascii {
            return start + at.column;
        }
        let rest = &self.text[start..];
        start + rest.char_indices().nth(at.column).map_or(rest.len(), |(byte, _)| byte)
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The bytes of a token.
    pub fn range(&self, token: &TokenTree) -> Range<usize> {
        let span = token.span();
        self.byte(span.start())..self.byte(span.end())
    }

    /// The places of comments between the tokens of the text.
    pub fn comments(&self, tokens: &TokenStream) -> Vec<usize> {
        let mut found = Vec::new();
        if self.text.contains("//") || self.text.contains("/*") {
            self.find_comments(tokens, 0..self.text.len(), &mut found);
        }
        found
    }

    fn find_comments(&self, tokens: &TokenStream, within: Range<usize>, found: &mut Vec<usize>) {
        let mut start = within.start;
        for token in tokens.clone() {
            let range = self.range(&token);
            self.add(start..range.start, found);
            if let TokenTree::Group(group) = &token {
                self.find_comments(&group.stream(), range.start + 1..range.end - 1, found);
            }
            start = start.max(range.end);
        }
        self.add(start..within.end, found);
    }

    fn add(&self, between: Range<usize>, found: &mut Vec<usize>) {
        // All tokens of a doc comment are at the same place.
        if between.start < between.end && !gap(&self.text[between.clone()]).comments.is_empty() {
            found.push(between.start);
        }
    }
}
