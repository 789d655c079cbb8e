//! `Text`: a file, its tokens and its trees.

use crate::edits::{Edits, edited};
use crate::lex::{self, Token};
use crate::syntax::{self, Bytes, Node, Tree};

/// The text of a file with trees. Reading never fails, so the trees may be half typed.
///
/// ```
/// use bt_text::{At, Text};
///
/// let file = Text::new("bt! { Guard(Npc) = sequence < walk(DOOR), knock: action(Npc::knock) > }", false);
/// let tree = &file.trees()[0];
/// assert_eq!(file.name(tree), Some("Guard"));
/// let names: Vec<_> = tree.nodes().iter().map(|node| file.slice(&node.name)).collect();
/// assert_eq!(names, ["sequence", "walk", "action"]);
/// let path = file.path(At { tree: 0, node: 2 }).expect("there are three nodes");
/// assert_eq!(file.slice(&path[1].range), "knock: action(Npc::knock)");
/// ```
#[derive(Clone, Debug)]
pub struct Text {
    text: String,
    tokens: Vec<Token>,
    trees: Vec<Tree>,
    holds_trees_alone: bool,
}

/// A node of a file, by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct At {
    /// The number of its tree in the file, counted from 0: an index of [`Text::trees`].
    pub tree: usize,
    /// Its number in the tree, in pre-order, counted from 0: 0 is the root. A tree that is used as a leaf is one node.
    pub node: usize,
}

impl Text {
    /// Reads a Rust file; with `holds_trees_alone`, a file that contains only trees, without `bt!`.
    pub fn new(text: impl Into<String>, holds_trees_alone: bool) -> Self {
        let text = text.into();
        let tokens = lex::lex(&text);
        let trees = syntax::read(&text, &tokens, holds_trees_alone);
        Text { text, tokens, trees, holds_trees_alone }
    }

    /// Another text of the file.
    pub(crate) fn with(&self, text: impl Into<String>) -> Self {
        Text::new(text, self.holds_trees_alone)
    }

    /// The text after these edits.
    pub(crate) fn edited(&self, edits: &Edits) -> Self {
        self.with(edited(&self.text, &(0..self.text.len()), edits))
    }

    /// Whether a node of a tree of this text has this label.
    pub(crate) fn has_label(&self, tree: &Tree, label: &str) -> bool {
        tree.nodes().iter().any(|node| node.label.as_ref().is_some_and(|own| self.slice(own) == label))
    }

    /// The whole text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All tokens.
    #[doc(hidden)]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The trees in the order of the file. A tree inside another one follows it.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// Whether the file contains only trees, not Rust.
    pub fn holds_trees_alone(&self) -> bool {
        self.holds_trees_alone
    }

    /// The text of some bytes, such as the [`name`](Node::name) of a node.
    ///
    /// # Panics
    ///
    /// If the bytes are not in this text, or split a character.
    pub fn slice(&self, bytes: &Bytes) -> &str {
        &self.text[bytes.clone()]
    }

    /// The name of a tree of this text, if it has one.
    pub fn name(&self, tree: &Tree) -> Option<&str> {
        Some(self.slice(tree.header.as_ref()?.name.as_ref()?))
    }

    /// The byte after a tree of this text: in a Rust file after the macro call and its semicolon, otherwise after the
    /// last node.
    pub fn end_of(&self, tree: &Tree) -> usize {
        let end = tree.call.end;
        match self.text[end..].starts_with(';') {
            _ if self.holds_trees_alone => tree.code().end,
            true => end + 1,
            false => end,
        }
    }

    /// The path to a node: from the root to the node. `None` if there is no such node.
    pub fn path(&self, At { tree, node }: At) -> Option<Vec<&Node>> {
        let (mut nodes, mut left, mut path) = (&self.trees.get(tree)?.roots[..], node, Vec::new());
        loop {
            let mut below = nodes.iter();
            let around = loop {
                let node = below.next()?;
                if left < node.size() {
                    break node;
                }
                left -= node.size();
            };
            path.push(around);
            if left == 0 {
                return Some(path);
            }
            left -= 1;
            nodes = around.nodes();
        }
    }

    /// The number of the first node of a tree that begins at or after a byte. `None` if there is none.
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
