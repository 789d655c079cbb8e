//! `Text`: a file, its tokens and its trees.

use crate::lex::{self, Token};
use crate::syntax::{self, Bytes, Node, Tree};

/// The text of a file, its tokens and its trees.
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    tokens: Vec<Token>,
    trees: Vec<Tree>,
    holds_trees_alone: bool,
}

/// A node of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct At {
    /// The number of its tree in the file.
    pub tree: usize,
    /// Its number in the tree, in pre-order. The nodes of its subtrees do not count.
    pub node: usize,
}

impl Text {
    /// Reads a Rust file, or a file that contains only trees.
    pub fn new(text: impl Into<String>, holds_trees_alone: bool) -> Self {
        let text = text.into();
        let tokens = lex::lex(&text);
        let trees = syntax::read(&text, &tokens, holds_trees_alone);
        Text { text, tokens, trees, holds_trees_alone }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All tokens.
    #[doc(hidden)]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Its trees, outer ones first.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// Whether it contains only trees, not Rust.
    pub fn holds_trees_alone(&self) -> bool {
        self.holds_trees_alone
    }

    /// The text of some bytes.
    pub fn slice(&self, bytes: &Bytes) -> &str {
        &self.text[bytes.clone()]
    }

    /// The name of a tree.
    pub fn name(&self, tree: &Tree) -> Option<&str> {
        Some(self.slice(tree.header.as_ref()?.name.as_ref()?))
    }

    /// The byte after a tree: after its last node, or after the macro call and its semicolon.
    pub fn end_of(&self, tree: &Tree) -> usize {
        let end = tree.call.end;
        match self.text[end..].starts_with(';') {
            _ if self.holds_trees_alone => tree.code().end,
            true => end + 1,
            false => end,
        }
    }

    /// The path to a node: from the root to the node.
    pub fn path(&self, At { tree, node }: At) -> Option<Vec<&Node>> {
        let (mut nodes, mut left, mut path) = (&self.trees.get(tree)?.roots[..], node, Vec::new());
        loop {
            let mut below = nodes.iter();
            let around = loop {
                let node = below.next()?;
                if left < node.len() {
                    break node;
                }
                left -= node.len();
            };
            path.push(around);
            if left == 0 {
                return Some(path);
            }
            left -= 1;
            nodes = around.nodes();
        }
    }

    /// The number of the first node of a tree that begins at or after a byte.
    pub fn node_from(&self, tree: usize, byte: usize) -> Option<usize> {
        self.trees.get(tree)?.nodes().iter().position(|node| node.whole().start >= byte)
    }
}

impl Text {
    /// The line end of the text.
    pub(crate) fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}
