//! The bytes of tokens in the text that they were read from.

use std::ops::Range;

use proc_macro2::{LineColumn, TokenStream, TokenTree, extra};

use super::comments::gap;

/// Reads a text and calls `f` with its tokens, or returns `None` if it is not valid Rust. The spans of all earlier
/// tokens of this thread are lost: `proc_macro2` looks through all texts that were read, one after the other.
pub fn with_tokens<'a, R>(text: &'a str, f: impl FnOnce(TokenStream, &Positions<'a>) -> R) -> Option<R> {
    let read = text.parse().ok().map(|tokens| f(tokens, &Positions::of(text)));
    extra::invalidate_current_thread_spans();
    read
}

/// A text, and where its lines begin.
pub struct Positions<'a> {
    text: &'a str,
    lines: Vec<usize>,
    /// Then a character is a byte.
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

    /// Where there are comments between the tokens of the text.
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
        // The tokens of a comment for documentation are all at the same place.
        if between.start < between.end && !gap(&self.text[between.clone()]).comments.is_empty() {
            found.push(between.start);
        }
    }
}
