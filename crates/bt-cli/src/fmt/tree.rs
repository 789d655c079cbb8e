//! A tree with its comments and empty lines, in the form that the formatter needs.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenTree};

use super::comments::Comment;
use super::spacing::{self, Limits};

/// A tree, including everything between its delimiters.
pub struct Tree {
    /// Comments before the header.
    pub before: Vec<Comment>,
    /// Whether an empty line precedes the header, after the comments.
    pub empty_line: bool,
    /// The header without its `=`.
    pub header: Option<Header>,
    pub root: Node,
    /// Comments after the root.
    pub after: Vec<Comment>,
    /// Whether the text could also be a type: `inverter<succeed>`. In parentheses, rustfmt would format it as one.
    pub is_type: bool,
}

/// The part before the `=`.
pub struct Header {
    /// The whole header, if its parts cannot be written separately.
    pub whole: Option<Code>,
    pub attributes: Vec<Code>,
    /// The visibility, the name and the context.
    pub name: Code,
    /// The parameters inside the braces.
    pub params: Option<Vec<String>>,
    /// The message and the value.
    pub rest: Option<Code>,
}

/// A node.
pub struct Node {
    /// Comments on the lines before it.
    pub before: Vec<Comment>,
    /// Whether an empty line precedes it, after the comments.
    pub empty_line: bool,
    pub head: Head,
    /// Comments after its `<`.
    pub open: Vec<Comment>,
    pub children: Option<Vec<Node>>,
    /// Comments before its `>`.
    pub end: Vec<Comment>,
    /// The binding after its children.
    pub tail: Option<Code>,
    /// Comments on the same line after it.
    pub after: Vec<Comment>,
    /// The whole node on one line, if it fits, after its code has been written.
    pub line: Option<String>,
}

/// The part of a node before its children.
pub struct Head {
    /// The whole head, if its parts cannot be written separately.
    pub whole: Option<Code>,
    /// `#[cfg(..)]`
    pub attributes: Option<Code>,
    /// The arm before the `=>`.
    pub arm: Option<Arm>,
    /// The label and the path.
    pub name: Code,
    /// The text inside the parentheses or braces.
    pub args: Option<(Delimiter, Code)>,
    /// The binding before the children, or the binding of a node without children.
    pub binding: Option<Code>,
}

/// `pattern if guard`, `pattern`, `if condition` or `condition`.
pub struct Arm {
    pub pattern: Option<Code>,
    pub keyword: Option<String>,
    pub condition: Option<Code>,
}

/// Whether a part of the text has comments between its tokens.
#[derive(Clone, Copy, PartialEq)]
pub enum Comments {
    None,
    Some,
    /// The last one is a comment that extends to the end of its line.
    AtEnd,
}

/// A part of the text.
#[derive(Clone)]
pub struct Code {
    /// Its bytes in the text of the tree.
    pub range: Range<usize>,
    pub comments: Comments,
    /// The whole part on one line, if rustfmt would not break it.
    pub line: Option<String>,
    /// The final text, once it is known.
    pub text: Option<String>,
    /// The indentation for which the final text was written. `None` if it keeps the lines of the source.
    pub indent: Option<usize>,
    /// Whether rustfmt has been asked to write it.
    pub is_asked: bool,
}

impl Code {
    /// A part that rustfmt would break according to these limits.
    pub fn new(range: Range<usize>, comments: Comments, tokens: &[TokenTree], limits: Limits) -> Self {
        let line = if comments == Comments::None { spacing::line(tokens, limits) } else { None };
        Code { range, comments, line, text: None, indent: None, is_asked: false }
    }

    /// The text as it is in the source.
    pub fn kept(&self, text: &str) -> String {
        let text = text[self.range.clone()].replace("\r\n", "\n");
        text.trim().to_owned() + if self.comments == Comments::AtEnd { "\n" } else { "" }
    }

    /// Settles the text: one line if possible, otherwise unchanged.
    pub fn settled(mut self, text: &str) -> Self {
        self.text = Some(self.line.take().unwrap_or_else(|| self.kept(text)));
        self
    }

    pub fn written(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}
