//! `Problem`: why a text cannot be taken.

use std::ops::Range;

use bt_compiler::error::Mistake;
use proc_macro2::{LexError, Span};

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is, in bytes. `None` if it is about the file.
    pub at: Option<Range<usize>>,
    pub message: String,
    pub help: Option<String>,
    /// What to write there, where the help says it.
    pub fix: Option<String>,
    /// Whether `unchecked` says that it is meant.
    pub may_be_meant: bool,
}

impl Problem {
    pub fn new(at: Span, message: impl Into<String>) -> Self {
        Problem { at: Some(at.byte_range()), message: message.into(), help: None, fix: None, may_be_meant: false }
    }

    pub fn of_file(message: impl Into<String>) -> Self {
        Problem { at: None, message: message.into(), help: None, fix: None, may_be_meant: false }
    }

    pub fn all(mistakes: Vec<Mistake>) -> Vec<Self> {
        mistakes.into_iter().map(Problem::from).collect()
    }

    /// Why the tokens of a text cannot be read.
    pub fn no_tokens(error: &LexError, text: &str) -> Self {
        let at = error.span();
        let found = text.get(at.byte_range().start..).and_then(|rest| rest.chars().next());
        let message = match found.filter(|&found| !may_begin_token(found)) {
            Some(strange) => format!("the character `{}` cannot be here", strange.escape_debug()),
            None => "a delimiter, a string or a comment is not closed".to_owned(),
        };
        Problem::new(at, message)
    }
}

/// Whether Rust has a token that begins so. A character of a name, in any language, does.
fn may_begin_token(character: char) -> bool {
    character.is_alphanumeric() || character.is_ascii_punctuation() && character != '`' && character != '\\'
}

impl From<Mistake> for Problem {
    fn from(mistake: Mistake) -> Self {
        let at = Some(mistake.span().byte_range());
        let Mistake { message, help, fix, may_be_meant, .. } = mistake;
        Problem { at, message, help, fix, may_be_meant }
    }
}
