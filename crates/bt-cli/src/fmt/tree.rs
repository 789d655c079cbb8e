//! A tree with its comments and empty lines, as a formatter needs it.

use std::ops::Range;

use proc_macro2::{Delimiter, TokenTree};

use super::comments::Comment;
use super::spacing::{self, Limits};

/// A tree, with everything that is between its delimiters.
pub struct Tree {
    /// Comments before the header.
    pub before: Vec<Comment>,
    /// Whether an empty line is before the header, after the comments.
    pub empty_line: bool,
    /// The header without its `=`.
    pub header: Option<Header>,
    pub root: Node,
    /// Comments after the root.
    pub after: Vec<Comment>,
    /// Whether the text is also a type: `inverter<succeed>`. rustfmt writes such a tree as one if it is in parentheses.
    pub is_type: bool,
}

/// What is before the `=`.
pub struct Header {
    /// All of it, if its parts cannot be written one by one.
    pub whole: Option<Code>,
    pub attributes: Vec<Code>,
    /// The visibility, the name and the context.
    pub name: Code,
    /// What is in the braces.
    pub params: Option<Vec<String>>,
    /// The message and the value.
    pub rest: Option<Code>,
}

/// A node.
pub struct Node {
    /// Comments on the lines before it.
    pub before: Vec<Comment>,
    /// Whether an empty line is before it, after the comments.
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
    /// All of it on one line, if that fits into a line, once its code is written.
    pub line: Option<String>,
}

/// What is before the children of a node.
pub struct Head {
    /// All of it, if its parts cannot be written one by one.
    pub whole: Option<Code>,
    /// `#[cfg(..)]`
    pub attributes: Option<Code>,
    /// What is before the `=>`.
    pub arm: Option<Arm>,
    /// The label and the path.
    pub name: Code,
    /// What is in the parentheses or braces.
    pub args: Option<(Delimiter, Code)>,
    /// The binding before the children, or that of a node without any.
    pub binding: Option<Code>,
}

/// `pattern if guard`, `pattern`, `if condition` or `condition`.
pub struct Arm {
    pub pattern: Option<Code>,
    pub keyword: Option<String>,
    pub condition: Option<Code>,
}

/// Whether there are comments in a part of the text, between its tokens.
#[derive(Clone, Copy, PartialEq)]
pub enum Comments {
    None,
    Some,
    /// A comment to the end of its line is the last one of all.
    AtEnd,
}

/// A part of the text.
#[derive(Clone)]
pub struct Code {
    /// Its bytes in the text of the tree.
    pub range: Range<usize>,
    pub comments: Comments,
    /// All of it on one line, if rustfmt breaks none of its parts.
    pub line: Option<String>,
    /// As it is written in the end, once that is known.
    pub text: Option<String>,
    /// The indentation for which that text was written. `None` if it has the lines of the source.
    pub indent: Option<usize>,
    /// Whether rustfmt is asked for it.
    pub is_asked: bool,
}

impl Code {
    /// A part that rustfmt breaks as these limits say.
    pub fn new(range: Range<usize>, comments: Comments, tokens: &[TokenTree], limits: Limits) -> Self {
        let line = if comments == Comments::None { spacing::line(tokens, limits) } else { None };
        Code { range, comments, line, text: None, indent: None, is_asked: false }
    }

    /// As it is in the text of the tree.
    pub fn kept(&self, text: &str) -> String {
        let text = text[self.range.clone()].replace("\r\n", "\n");
        text.trim().to_owned() + if self.comments == Comments::AtEnd { "\n" } else { "" }
    }

    /// On one line if that is possible, else as it is.
    pub fn settled(mut self, text: &str) -> Self {
        self.text = Some(self.line.take().unwrap_or_else(|| self.kept(text)));
        self
    }

    pub fn written(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}
