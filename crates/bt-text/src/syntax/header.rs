//! Reads the part before the `=` of a tree.

use super::reader::Reader;
use super::{Bytes, Header, HeaderType, Param};
use crate::lex::Kind;

impl Reader<'_> {
    /// The header, if there is one.
    pub fn header(&mut self) -> Option<Header> {
        let from = self.at;
        self.attributes();
        if !self.has_header() {
            self.at = from;
            return None;
        }
        let mut header = Header { attributes: self.since(from), ..Header::default() };
        let visibility = self.at;
        if self.is(0, "pub") {
            self.at += 1;
            if self.opens(0, "(") {
                self.skip();
            }
        }
        header.visibility = self.since(visibility);
        if self.is_word(0) {
            header.name = Some(self.range());
            self.at += 1;
        }
        if self.opens(0, "(") {
            header.context = Some(self.inner(self.at));
            self.skip();
        }
        if self.opens(0, "{") {
            header.params = self.params(self.at);
            self.skip();
        }
        while self.are(0, "->") || self.is(0, "on") {
            let is_message = self.is(0, "on");
            self.at += if is_message { 1 } else { 2 };
            let range = self.ty(|reader| reader.is(0, "=") || reader.is(0, "on"));
            header.types.push(HeaderType { is_message, range });
        }
        self.at += usize::from(self.is(0, "="));
        header.range = self.since(from);
        Some(header)
    }

    /// Skips attributes and docs.
    pub fn attributes(&mut self) {
        while self.is(0, "#") || self.token(0).is_some_and(|token| token.kind == Kind::Doc) {
            let is_doc = !self.is(0, "#");
            self.at += 1;
            if !is_doc && self.opens(0, "[") {
                self.skip();
            }
        }
    }

    /// Whether a header begins here, as opposed to a node.
    fn has_header(&self) -> bool {
        let equals = |at: usize| self.is_at(at, "=") && !self.are_at(at, "=>");
        let declares = |ahead: usize| {
            if !self.opens(ahead, "(") {
                return false;
            }
            let after = self.group(self.at + ahead).1;
            let types = self.are_at(after, "->") && (after..self.tokens.len()).any(equals);
            equals(after) || self.is_at(after, "on") || self.is_at(after, "{") || types
        };
        self.is(0, "pub") || declares(0) || (self.is_word(0) && declares(1))
    }

    /// The parameters in the braces at this index.
    fn params(&self, open: usize) -> Vec<Param> {
        let (inner, _) = self.group(open);
        let end = inner.end;
        let part = Bytes { start: 0, end: self.inner(open).end };
        let mut reader = Reader::new(self.text, &self.tokens[..end], part);
        reader.at = inner.start;
        let mut params = Vec::new();
        while !reader.is_empty() {
            reader.attributes();
            let name = reader.is_word(0).then(|| reader.range());
            reader.at += usize::from(name.is_some());
            reader.at += usize::from(reader.is(0, ":"));
            let ty = reader.ty(|reader| reader.is(0, ","));
            params.extend(name.map(|name| Param { name, ty }));
            reader.skip();
        }
        params
    }
}
