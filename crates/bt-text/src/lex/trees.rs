//! Finds the trees in a file that contains nothing else, even if delimiters do not match.

use std::ops::Range;

use super::{Delimiters, Kind, Token};

/// The content of each tree. A tree begins with a header, `pub Name(Context) .. =`, either outside of delimiters or at
/// the start of a line. Comments and attributes before a header belong to the tree.
pub fn trees(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    let code: Vec<Token> = super::without_trivia(tokens);
    let delimiters = Delimiters::of(text, &code);
    let reader = Reader { text, code: &code, delimiters: &delimiters };
    let mut starts = Vec::new();
    let (mut at, mut last) = (0, 0);
    while at < code.len() {
        if reader.is_header(at) {
            starts.push(reader.start(at, last));
            last = at;
        }
        at = match delimiters.close(at) {
            // If delimiters do not match, a later header may seem to be inside one.
            Some(close) if delimiters.balanced => close + 1,
            _ => at + 1,
        };
    }
    let starts: Vec<usize> = starts.iter().skip(1).map(|&start| start_with_docs(tokens, code[start].start)).collect();
    let ends = starts.clone().into_iter().chain([text.len()]);
    std::iter::once(0).chain(starts).zip(ends).map(|(start, end)| Range { start, end }).collect()
}

/// Where the documentation directly before this byte begins, whatever white space there is; else this byte.
fn start_with_docs(tokens: &[Token], byte: usize) -> usize {
    let mut start = byte;
    let before = tokens.partition_point(|token| token.start < byte);
    for token in tokens[..before].iter().rev() {
        match token.kind {
            Kind::Doc => start = token.start,
            Kind::Space => {}
            _ => break,
        }
    }
    start
}

struct Reader<'a> {
    text: &'a str,
    code: &'a [Token],
    delimiters: &'a Delimiters,
}

impl Reader<'_> {
    fn is(&self, at: usize, what: &str) -> bool {
        self.code.get(at).is_some_and(|token| &self.text[token.range()] == what)
    }

    /// Two marks without space between them.
    fn are(&self, at: usize, marks: &str) -> bool {
        let [Some(first), Some(second)] = [self.code.get(at), self.code.get(at + 1)] else { return false };
        &self.text[first.start..second.end] == marks
    }

    fn is_word(&self, at: usize) -> bool {
        self.code.get(at).is_some_and(|token| token.kind == Kind::Word) && !self.is(at, "pub") && !self.is(at, "on")
    }

    /// Whether a header has its name here: `Name(Context)`, and the rest up to the `=`.
    fn is_header(&self, name: usize) -> bool {
        if !(self.is_word(name) && self.is(name + 1, "(")) {
            return false;
        }
        let Some(close) = self.delimiters.close(name + 1) else { return false };
        let mut at = close + 1;
        if self.is(at, "{") {
            let Some(close) = self.delimiters.close(at) else { return false };
            at = close + 1;
        }
        let mut depth = 0_usize;
        let mut types = false;
        // The end of a type, or of the children of a node with a binding: `find -> key < .. >`.
        let mut closed = None;
        while at < self.code.len() {
            match () {
                () if self.is(at, "#") || self.is(at, "pub") => return false,
                () if closed == Some(at) && self.is_word(at) => return false,
                () if self.are(at, "=>") || self.are(at, "==") => return false,
                () if self.is(at, "=") => return true,
                () if self.are(at, "->") => {
                    types = true;
                    at += 1;
                }
                () if self.is(at, "on") => types = true,
                () if !types => return false,
                () if self.is(at, "<") => depth += 1,
                () if self.is(at, ">") && depth == 0 => return false,
                () if self.is(at, ">") => {
                    depth -= 1;
                    closed = (depth == 0).then_some(at + 1);
                }
                () if self.is(at, ",") && depth == 0 => return false,
                () if self.code[at].kind == Kind::Close => return false,
                () => {}
            }
            at = self.delimiters.close(at).unwrap_or(at) + 1;
        }
        false
    }

    /// The start of the header with this name, including attributes and visibility. If delimiters do not match, an
    /// attribute may seem to contain the previous header.
    fn start(&self, name: usize, last: usize) -> usize {
        let opens = |at: usize, what: &str, close: usize| self.is(at, what) && self.delimiters.close(at) == Some(close);
        let mut start = name;
        if start > 0 && self.is(start - 1, "pub") {
            start -= 1;
        } else if start > 0 && self.is(start - 1, ")") {
            let open = (0..start).rev().find(|&at| opens(at, "(", start - 1));
            start = open.filter(|&open| open > last && self.is(open - 1, "pub")).map_or(start, |open| open - 1);
        }
        while start > 0 && self.is(start - 1, "]") {
            let open = (0..start).rev().find(|&at| opens(at, "[", start - 1));
            match open.filter(|&open| open > last && self.is(open - 1, "#")) {
                Some(open) => start = open - 1,
                None => break,
            }
        }
        start
    }
}

#[cfg(test)]
mod tests {
    use super::trees;
    use crate::lex::lex;

    fn found(text: &str) -> Vec<&str> {
        trees(text, &lex(text)).into_iter().map(|range| text[range].trim()).collect()
    }

    #[test]
    fn a_binding_before_children_is_not_a_header() {
        let (first, second) = ("A(X) = for_each(|x, i| -> u32 { i }) -> next < walk >", "B(X) = look");
        for before in ["", "pub ", "#[derive(Clone)]\n", "/// Docs.\n"] {
            assert_eq!(found(&format!("{first}\n{before}{second}")), [first, &format!("{before}{second}")]);
        }
    }

    #[test]
    fn headers_have_types() {
        let first = "A(X) -> Result<Vec<u32>> on Hurt = walk";
        let second = "pub(crate) B(X) { a: Vec<u32> } -> <X as Y>::Z = look";
        assert_eq!(found(&format!("{first}\n{second}")), [first, second]);
    }
}
