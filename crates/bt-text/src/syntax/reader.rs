//! The tokens of one tree, and the current position.

use super::Bytes;
use crate::lex::{Delimiters, Kind, Token};

pub struct Reader<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    pub at: usize,
    /// How many nodes enclose this position.
    pub depth: usize,
    delimiters: Delimiters,
    whole: Bytes,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str, tokens: &'a [Token], whole: Bytes) -> Self {
        Reader { text, tokens, at: 0, depth: 0, delimiters: Delimiters::of(text, tokens), whole }
    }

    pub fn token(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    pub fn is_empty(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub fn is(&self, ahead: usize, what: &str) -> bool {
        self.is_at(self.at + ahead, what)
    }

    pub fn is_at(&self, at: usize, what: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| &self.text[token.range()] == what)
    }

    /// Whether these two marks follow each other without space.
    pub fn are(&self, ahead: usize, marks: &str) -> bool {
        self.are_at(self.at + ahead, marks)
    }

    pub fn are_at(&self, at: usize, marks: &str) -> bool {
        let [Some(first), Some(second)] = [self.tokens.get(at), self.tokens.get(at + 1)] else { return false };
        &self.text[first.start..second.end] == marks
    }

    pub fn is_word(&self, ahead: usize) -> bool {
        self.token(ahead).is_some_and(|token| token.kind == Kind::Word)
    }

    pub fn opens(&self, ahead: usize, delimiter: &str) -> bool {
        self.token(ahead).is_some_and(|token| token.kind == Kind::Open) && self.is(ahead, delimiter)
    }

    /// The bytes of the current token.
    pub fn range(&self) -> Bytes {
        self.token(0).map_or_else(|| self.end(), Token::range)
    }

    /// An empty range at the end.
    pub fn end(&self) -> Bytes {
        self.whole.end..self.whole.end
    }

    /// The bytes from the token at this index to the last token read. Empty if none was read.
    pub fn since(&self, from: usize) -> Bytes {
        match (self.tokens.get(from), self.at.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) if from < self.at => first.start..last.end,
            (Some(first), _) => first.start..first.start,
            _ => self.end(),
        }
    }

    /// The tokens inside the delimiter at this index, and the index after it. An unclosed delimiter ends with its line.
    pub fn group(&self, open: usize) -> (std::ops::Range<usize>, usize) {
        if let Some(close) = self.delimiters.close(open) {
            return (open + 1..close, close + 1);
        }
        let ends_line = |at: &usize| self.text[self.tokens[at - 1].end..self.tokens[*at].start].contains('\n');
        let end = (open + 1..self.tokens.len()).find(ends_line).unwrap_or(self.tokens.len());
        (open + 1..end, end)
    }

    /// The bytes between the delimiters at this index.
    pub fn inner(&self, open: usize) -> Bytes {
        let start = self.tokens[open].end;
        match self.delimiters.close(open) {
            Some(close) => start..self.tokens[close].start,
            None => start..self.tokens[self.group(open).1 - 1].end.max(start),
        }
    }

    /// The index after the token at this index, or after its group.
    pub fn after(&self, at: usize) -> usize {
        if self.tokens[at].kind == Kind::Open { self.group(at).1 } else { at + 1 }
    }

    /// Skips the current token or group.
    pub fn skip(&mut self) {
        if !self.is_empty() {
            self.at = self.after(self.at);
        }
    }

    /// The bytes of a type. It ends outside of angle brackets, at an arrow or where `ends` says so.
    pub fn ty(&mut self, ends: impl Fn(&Self) -> bool) -> Bytes {
        let (from, mut depth) = (self.at, 0_usize);
        while !self.is_empty() && !(depth == 0 && (ends(self) || self.are(0, "->"))) {
            match () {
                () if self.are(0, "->") => self.at += 1,
                () if self.is(0, "<") => depth += 1,
                () if self.is(0, ">") => depth = depth.saturating_sub(1),
                () => {}
            }
            self.skip();
        }
        self.since(from)
    }
}
