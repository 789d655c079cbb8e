//! Trees as far as they are typed, with the bytes of each part, as editors need them.
//!
//! Reading never fails. Missing parts are absent or empty, and whatever makes no sense is skipped.
//!
//! A [`Text`](crate::Text) has the trees of a file. Each part is a range of bytes in it:
//!
//! ```
//! use bt_text::Text;
//!
//! let file = Text::new("sequence < find -> door: Door, open(door", true);
//! let root = &file.trees()[0].roots[0];
//! let children = root.children.as_ref().expect("they begin with `<`");
//! assert!(!children.closed);
//! let binding = children.nodes[0].binding.as_ref().expect("there is an arrow");
//! assert_eq!(binding.names.iter().map(|name| file.slice(name)).collect::<Vec<_>>(), ["door"]);
//! ```

mod header;
mod node;
mod reader;

use std::ops::Range;

use crate::lex::{self, Token};

/// A part of the text of a file, in bytes. [`Text::slice`](crate::Text::slice) returns its text.
pub type Bytes = Range<usize>;

/// The content of a `bt!`, or a tree in a file of trees alone.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The whole content.
    pub range: Bytes,
    /// The whole macro call, or the content if there is no macro call.
    pub call: Bytes,
    /// The part before the `=`.
    pub header: Option<Header>,
    /// The root, and whatever follows it by mistake.
    pub roots: Vec<Node>,
}

/// The header of a tree: `#[attributes] pub Name(Context) { params } -> Type on Type =`
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// From the first attribute to the `=`, as far as typed.
    pub range: Bytes,
    /// All attributes and docs; empty if there are none.
    pub attributes: Bytes,
    /// `pub`, `pub(crate)`; empty if there is none.
    pub visibility: Bytes,
    /// The name of the tree.
    pub name: Option<Bytes>,
    /// The type in the parentheses.
    pub context: Option<Bytes>,
    /// The parameters.
    pub params: Vec<Param>,
    /// The types after `->` and after `on`.
    pub types: Vec<HeaderType>,
}

/// A type in a header.
#[derive(Clone, Debug)]
pub struct HeaderType {
    /// Whether it is the message type, after `on`.
    pub is_message: bool,
    /// The type.
    pub range: Bytes,
}

/// A parameter of a tree.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Bytes,
    /// Its type; empty if it is missing.
    pub ty: Bytes,
}

/// A node: `label: name(args) < children > -> binding`
#[derive(Clone, Debug)]
pub struct Node {
    /// From the label or the name to the end of the binding.
    pub range: Bytes,
    /// The pattern or the condition before its `=>`.
    pub arm: Option<Bytes>,
    /// The label.
    pub label: Option<Bytes>,
    /// The path; empty if it is missing.
    pub name: Bytes,
    /// The arguments.
    pub args: Option<Args>,
    /// The children.
    pub children: Option<Children>,
    /// The binding after `->`.
    pub binding: Option<Binding>,
}

/// The arguments of a node.
#[derive(Clone, Debug)]
pub struct Args {
    /// From the opening delimiter to the closing one, as far as typed.
    pub range: Bytes,
    /// What is between the delimiters.
    pub inner: Bytes,
    /// Whether they are the fields of a struct literal, in braces.
    pub are_fields: bool,
    /// The name of each argument that has one, as in `success = 2`.
    pub names: Vec<Bytes>,
    /// The arguments without their names.
    pub values: Vec<Bytes>,
}

/// The children of a node.
#[derive(Clone, Debug)]
pub struct Children {
    /// From `<` to `>`, as far as typed.
    pub range: Bytes,
    /// Whether the `>` is there.
    pub closed: bool,
    /// The nodes. Empty positions are left out.
    pub nodes: Vec<Node>,
}

/// The binding of a node's value: `-> name: Type`, or `-> (a, b)`.
#[derive(Clone, Debug)]
pub struct Binding {
    /// From the arrow to the end.
    pub range: Bytes,
    /// The names.
    pub names: Vec<Bytes>,
    /// The type, if it is written.
    pub ty: Option<Bytes>,
}

/// The trees of a file, in the order of the file. A tree inside another one follows it.
#[doc(hidden)]
pub fn read(text: &str, tokens: &[Token], holds_trees_alone: bool) -> Vec<Tree> {
    let code = lex::without_trivia(tokens);
    let with_docs: Vec<Token> =
        tokens.iter().filter(|token| !token.is_trivia() || token.kind == lex::Kind::Doc).copied().collect();
    let part = |range: &Bytes| {
        let start = with_docs.partition_point(|token| token.start < range.start);
        let end = with_docs.partition_point(|token| token.start < range.end);
        &with_docs[start..end]
    };
    let tree = |range: Bytes, call: Bytes| {
        let mut reader = reader::Reader::new(text, part(&range), range.clone());
        let header = reader.header();
        let roots = reader.roots();
        Tree { range, call, header, roots }
    };
    if holds_trees_alone {
        return lex::trees(text, tokens).into_iter().map(|range| tree(range.clone(), range)).collect();
    }
    lex::blocks(text, &code).into_iter().map(|block| tree(block.content, block.call)).collect()
}

/// The nodes of a text that is not a whole tree, as children of a node with this name.
#[doc(hidden)]
pub fn nodes(text: &str, parent: &str) -> Vec<Node> {
    let code = lex::without_trivia(&lex::lex(text));
    reader::Reader::new(text, &code, 0..text.len()).nodes_of(parent)
}

impl Tree {
    /// All nodes in pre-order: the index of a node is its number in [`At`](crate::At).
    pub fn nodes(&self) -> Vec<&Node> {
        let mut found = Vec::new();
        self.roots.iter().for_each(|root| root.push_all(&mut found));
        found
    }

    /// The number of a node of this tree in [`At`](crate::At).
    pub fn number_of(&self, node: &Node) -> Option<usize> {
        self.nodes().into_iter().position(|other| std::ptr::eq(other, node))
    }

    /// From the header to the last node.
    pub fn code(&self) -> Bytes {
        let header = self.header.as_ref().map(|header| &header.range);
        let mut parts = header.into_iter().chain(self.roots.iter().map(|node| &node.range));
        let first = parts.next().cloned().unwrap_or(self.range.clone());
        first.start..parts.last().map_or(first.end, |last| last.end)
    }

    /// The nodes that contain this byte, or end at it; innermost last.
    pub fn path_to(&self, byte: usize) -> Vec<&Node> {
        let mut path = Vec::new();
        let mut nodes = &self.roots;
        while let Some(node) = nodes.iter().find(|node| node.whole().start <= byte && byte <= node.range.end) {
            path.push(node);
            match &node.children {
                Some(children) if children.range.start < byte => nodes = &children.nodes,
                _ => break,
            }
        }
        path
    }
}

impl Node {
    fn push_all<'a>(&'a self, found: &mut Vec<&'a Node>) {
        found.push(self);
        self.nodes().iter().for_each(|child| child.push_all(found));
    }

    /// The number of nodes in the node: itself and its descendants.
    pub fn size(&self) -> usize {
        1 + self.nodes().iter().map(Node::size).sum::<usize>()
    }

    /// Which of its children a node is, as a part of the same text.
    pub fn index_of(&self, child: &Node) -> Option<usize> {
        self.nodes().iter().position(|other| std::ptr::eq(other, child))
    }

    /// The children; empty if there are none.
    pub fn nodes(&self) -> &[Node] {
        self.children.as_ref().map_or(&[], |children| &children.nodes)
    }

    /// The name and the arguments.
    pub fn head(&self) -> Bytes {
        self.name.start..self.args.as_ref().map_or(self.name.end, |args| args.range.end)
    }

    /// The whole node, including the pattern or the condition before it.
    pub fn whole(&self) -> Bytes {
        self.arm.as_ref().map_or(self.range.start, |arm| arm.start)..self.range.end
    }

    /// The user's code in the node: its condition and arguments, without those of its children.
    pub fn code(&self) -> impl Iterator<Item = Bytes> + use<> {
        let args = self.args.as_ref().map(|args| if args.are_fields { args.range.clone() } else { args.inner.clone() });
        self.arm.clone().into_iter().chain(args)
    }
}
