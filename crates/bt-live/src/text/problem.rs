//! `Problem`: why a text cannot be taken.

use std::ops::Range;

use bt_compiler::error::Mistake;
use proc_macro2::Span;

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is, in bytes. `None` if it is about the file.
    pub at: Option<Range<usize>>,
    pub message: String,
    pub help: Option<String>,
}

impl Problem {
    pub fn new(at: Span, message: impl Into<String>) -> Self {
        Problem { at: Some(at.byte_range()), message: message.into(), help: None }
    }

    pub fn of_file(message: impl Into<String>) -> Self {
        Problem { at: None, message: message.into(), help: None }
    }

    pub fn unclosed(at: Span) -> Self {
        Problem::new(at, "this file is no Rust: a delimiter, a string or a comment is not closed")
    }
}

impl From<Mistake> for Problem {
    fn from(Mistake { span, message, help, .. }: Mistake) -> Self {
        Problem { at: Some(span.byte_range()), message, help }
    }
}
