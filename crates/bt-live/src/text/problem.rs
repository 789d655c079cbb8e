//! `Problem`: why a text cannot be taken.

use std::ops::Range;

use bt_compiler::error::Mistake;
use proc_macro2::Span;

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is, in bytes.
    pub at: Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

impl Problem {
    pub fn new(at: Span, message: impl Into<String>) -> Self {
        Problem { at: at.byte_range(), message: message.into(), help: None }
    }
}

impl From<Mistake> for Problem {
    fn from(Mistake { span, message, help }: Mistake) -> Self {
        Problem { at: span.byte_range(), message, help }
    }
}
