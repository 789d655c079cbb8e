//! The text of a file, and positions in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use bt_compiler::codes::{self, Code};
use bt_compiler::depth;
use proc_macro2::{Span, TokenStream};

/// A file.
pub struct Source {
    /// The path, for messages.
    pub path: PathBuf,
    /// All of its text.
    pub text: String,
    /// The first byte of each line.
    lines: Vec<usize>,
}

/// The reason why a file cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// The bytes where reading failed.
    pub range: Range<usize>,
    /// Its kind.
    pub code: &'static Code,
    /// What is wrong there.
    pub why: String,
}

const BOM: &str = "\u{feff}";

impl Source {
    /// A file with this text.
    pub fn new(path: &Path, text: String) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Source { path: path.to_owned(), text, lines }
    }

    /// Whether the file contains only trees, not Rust.
    pub fn holds_trees_alone(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "bt")
    }

    /// The folder of the file.
    pub fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("."))
    }

    /// The tokens of the file.
    ///
    /// # Errors
    /// If a token cannot be read, for example because a delimiter or literal is not closed, or if tokens are nested too
    /// deeply: types and trees are parsed recursively.
    pub fn tokens(&self) -> Result<TokenStream, Unreadable> {
        let text = &self.text[self.hidden()..];
        let shebang = match text.strip_prefix("#!") {
            // `#![attribute]`
            Some(rest) if !rest.trim_start().starts_with('[') => text.find('\n').unwrap_or(text.len()),
            _ => 0,
        };
        let tokens = match shebang {
            0 => text.parse(),
            length => format!("{}{}", " ".repeat(length), &text[length..]).parse(),
        };
        let tokens: TokenStream = tokens.map_err(|error: proc_macro2::LexError| Unreadable {
            range: self.range(error.span()),
            code: codes::UNREADABLE,
            why: "this is not valid Rust: a delimiter does not match, or a literal or comment is not closed".to_owned(),
        })?;
        match depth::too_deep(&tokens) {
            Some(deep) => Err(Unreadable { range: self.range(deep.span()), code: deep.code, why: deep.message }),
            None => Ok(tokens),
        }
    }

    /// The length of the byte order mark, which a lexer does not see.
    pub(crate) fn hidden(&self) -> usize {
        if self.text.starts_with(BOM) { BOM.len() } else { 0 }
    }

    /// The bytes of a span in this file.
    pub fn range(&self, span: Span) -> Range<usize> {
        let range = span.byte_range();
        let hidden = self.hidden();
        range.start + hidden..range.end + hidden
    }

    /// The lines of a range, with at most `most` bytes before and after it.
    pub(crate) fn around(&self, range: &Range<usize>, most: usize) -> Range<usize> {
        let is_boundary = |at: &usize| self.text.is_char_boundary(*at);
        let first = self.lines[self.line(range.start)].max(range.start.saturating_sub(most));
        let last = self.lines.get(self.line(range.end) + 1).map_or(self.text.len(), |next| next - 1);
        let start = (first..range.start).find(is_boundary).unwrap_or(range.start);
        let end = (range.end..=last.min(range.end + most)).rev().find(is_boundary).unwrap_or(range.end);
        start..end
    }

    /// The line of a byte, counted from 0.
    fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|&start| start <= byte) - 1
    }

    /// The line and column of a byte, both from 1, in characters. A byte order mark does not count.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let line = self.line(byte);
        let column = self.text[self.lines[line]..byte].trim_start_matches(BOM).chars().count();
        (line + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &str) -> Vec<(usize, usize)> {
        let source = Source::new(Path::new("a.rs"), text.to_owned());
        let tokens = source.tokens().expect("it can be read");
        tokens.into_iter().map(|token| source.position(source.range(token.span()).start)).collect()
    }

    #[test]
    fn positions_are_those_of_the_file() {
        assert_eq!(positions("a b\n  c"), [(1, 1), (1, 3), (2, 3)]);
        assert_eq!(positions("\u{feff}a b\r\n  c"), [(1, 1), (1, 3), (2, 3)]);
        assert_eq!(positions("#!/usr/bin/env 'é\nä \"€\" c"), [(2, 1), (2, 3), (2, 7)]);
        assert_eq!(positions("/* 😀 */ c"), [(1, 9)]);
    }

    #[test]
    fn the_text_around_a_range_is_its_lines_and_not_all_of_a_long_one() {
        let around = |text: &str, part: &str, most| {
            let source = Source::new(Path::new("a.rs"), text.to_owned());
            let start = text.find(part).expect("it is a part");
            text[source.around(&(start..start + part.len()), most)].to_owned()
        };
        assert_eq!(around("a b c\nd e f\ng", "e", 100), "d e f");
        assert_eq!(around("a b c\nd e f\ng", "c\nd", 100), "a b c\nd e f");
        assert_eq!(around("a b c\nd e f\ng", "e", 1), " e ");
        assert_eq!(around("äöüx€uro", "x", 3), "üx€");
        assert_eq!(around("äöüx€uro", "x", 2), "üx");
        assert_eq!(around("a\n", "\n", 100), "a\n");
        assert_eq!(around("", "", 100), "");
    }

    #[test]
    fn where_no_token_can_be_read() {
        let source = Source::new(Path::new("a.rs"), "fn a() {\n  b )\n".to_owned());
        let at = source.tokens().expect_err("it is not closed").range;
        assert_eq!(source.position(at.start).0, 2);
    }
}
