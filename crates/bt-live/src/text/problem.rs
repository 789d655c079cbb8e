//! `Problem`: why a text cannot be taken.

use std::fmt::Display;
use std::ops::Range;

use bt_compiler::error::Mistake;
use proc_macro2::{LexError, Span};

/// A message about a part of a text.
pub struct Said {
    pub message: String,
    pub help: Option<String>,
    /// Whether it is about the code in its arguments.
    pub is_of_code: bool,
    pub needs_build: bool,
}

impl Said {
    pub fn new(message: impl Into<String>, help: Option<String>) -> Self {
        Said { message: message.into(), help, is_of_code: false, needs_build: false }
    }

    /// A message about something that only a build can take.
    pub fn to_build(what: impl Display) -> Self {
        Said { needs_build: true, ..Said::new(format!("{what}: build again"), None) }
    }

    pub fn with_help(self, help: Option<String>) -> Self {
        Said { help, ..self }
    }

    pub fn of_code(self) -> Self {
        Said { is_of_code: true, ..self }
    }
}

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its place, in bytes. `None` if it is about the file.
    pub at: Option<Range<usize>>,
    pub message: String,
    pub help: Option<String>,
    /// The replacement that the help suggests, if any.
    pub fix: Option<String>,
    /// Whether `unchecked` can declare it intended.
    pub may_be_meant: bool,
    /// Whether the text may be right, and only the next build can tell.
    pub needs_build: bool,
}

impl Problem {
    pub fn new(at: Span, message: impl Into<String>) -> Self {
        Problem { at: Some(at.byte_range()), ..Problem::of_file(message) }
    }

    pub fn of_file(message: impl Into<String>) -> Self {
        Problem { at: None, message: message.into(), help: None, fix: None, may_be_meant: false, needs_build: false }
    }

    /// A problem that only a build can solve.
    pub fn to_build(at: Span, what: impl Display) -> Self {
        Problem::said(at, Said::to_build(what))
    }

    pub fn said(at: Span, Said { message, help, needs_build, .. }: Said) -> Self {
        Problem { help, needs_build, ..Problem::new(at, message) }
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

/// Whether a Rust token can start with this character. Any character of a name can, in any language.
fn may_begin_token(character: char) -> bool {
    character.is_alphanumeric() || character.is_ascii_punctuation() && character != '`' && character != '\\'
}

impl From<Mistake> for Problem {
    fn from(mistake: Mistake) -> Self {
        let at = Some(mistake.span().byte_range());
        let Mistake { message, help, fix, may_be_meant, .. } = mistake;
        Problem { at, message, help, fix, may_be_meant, needs_build: false }
    }
}
