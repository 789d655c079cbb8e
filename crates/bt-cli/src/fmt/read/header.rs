//! The header of a tree: the part before its `=`.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::Reader;
use crate::fmt::spacing;
use crate::fmt::tree::{Code, Header};

impl Reader<'_> {
    pub fn header(&mut self) -> Option<Header> {
        let first = self.at;
        let equals = (first..self.tokens.len()).find(|&at| self.is_equals(at))?;
        let mut keeps_text = self.has_comments_between(first, equals + 1);
        let mut attributes = Vec::new();
        while self.is_attribute() {
            attributes.push(self.attributes(self.at, self.at + 2));
            self.at += 2;
        }
        let braces = (self.at..equals).find(|&at| self.group(at, Delimiter::Brace).is_some());
        // Without parameters, the message and the value belong to the name.
        let name = self.take(braces.unwrap_or(equals) - self.at).map(spaced_on)?;
        let mut params = None;
        if let Some(group) = braces.and_then(|at| self.group(at, Delimiter::Brace)) {
            params = self.params(group, self.has_comments(&self.ranges[self.at]));
            keeps_text |= params.is_none();
            self.at += 1;
        }
        let rest = self.take(equals - self.at).map(spaced_on);
        self.at = equals + 1;
        let whole = keeps_text.then(|| self.kept(self.ranges[first].start..self.ranges[equals].start));
        Some(Header { whole, attributes, name, params, rest })
    }

    /// The parameters, one per line.
    fn params(&self, group: &Group, has_comments: bool) -> Option<Vec<String>> {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let lines = spacing::split(&tokens).into_iter().map(|param| spacing::line(param, self.limits));
        lines.collect::<Option<Vec<String>>>().filter(|_| !has_comments)
    }
}

/// `on` is a keyword here, not a function.
fn spaced_on(code: Code) -> Code {
    let text = code.text.map(|text| match text.strip_prefix("on(") {
        Some(rest) => format!("on ({rest}"),
        None => text.replacen(" on(", " on (", 1),
    });
    Code { text, ..code }
}
