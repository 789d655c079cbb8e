//! Writes trees of `bt!` as XML of format 4, which BehaviorTree.CPP loads and Groot2 opens.
//!
//! A node that BehaviorTree.CPP also has becomes that node. All others go into the `TreeNodesModel`, whose
//! `MetadataFields` record the node in Rust: [`crate::import`] reads them, and restores the same trees.

mod element;
mod id;
mod models;
#[doc(hidden)]
#[allow(missing_docs, reason = "for the other crates of this project")]
pub mod read;
mod tree;
pub(crate) mod value;

use std::ops::Range;

pub use crate::arg::Arg;

use crate::problem::{Level, Problem};

/// Trees, and the nodes that are declared next to them.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// In writing order.
    pub trees: Vec<Tree>,
    /// Leaves, decorators and composites.
    pub nodes: Vec<Declared>,
}

/// A tree of `bt!`. All code in it is text on one line.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The file that it is in.
    pub file: String,
    /// Its name; `None` for a tree that is an expression.
    pub name: Option<String>,
    /// The text before its `=`, without docs: `pub Wander(Npc) { radius: f32 }`.
    pub header: String,
    /// The text of its docs.
    pub docs: String,
    /// Names and types.
    pub parameters: Vec<(String, String)>,
    /// The type of its value.
    pub value: Option<String>,
    /// Its nodes.
    pub root: Node,
    /// What XML cannot express, with its place in the file.
    pub lost: Vec<(Range<usize>, String)>,
    /// Reasons why it cannot be written at all, with their places in the file.
    pub refused: Vec<(Range<usize>, String)>,
}

/// A node and its descendants.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Its bytes in the file.
    pub at: Range<usize>,
    /// The comments before it, one per line.
    pub comments: Vec<String>,
    /// The text before its `=>`, as a child of a `switch` or a `priority`.
    pub arm: String,
    /// Its label, or nothing.
    pub label: String,
    /// Its name, with its path and type arguments.
    pub name: String,
    /// The arguments in parentheses.
    pub args: Vec<Arg>,
    /// The fields in braces, with the braces.
    pub fields: String,
    /// The name that its value is bound to, and the type if it is written.
    pub bind: String,
    /// What it is.
    pub kind: NodeKind,
    /// The nodes in angle brackets.
    pub children: Vec<Node>,
}

/// What a node of a tree is: where it is declared.
#[derive(Clone, Debug, Default)]
pub enum NodeKind {
    /// A node of `bt`, with the names of its parameters.
    Builtin(Sort, Vec<&'static str>),
    /// The tree with this number.
    Tree(usize),
    /// The declared node with this number.
    Declared(usize),
    /// A node declared elsewhere.
    #[default]
    Other,
}

/// The kinds of nodes in BehaviorTree.CPP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// A leaf.
    Action,
    /// A leaf that is never running.
    Condition,
    /// A node with children.
    Control,
    /// A node with one child.
    Decorator,
}

/// A node that the user has declared.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name in a tree.
    pub name: String,
    /// What it is.
    pub sort: Sort,
    /// The text of its docs.
    pub docs: String,
    /// The names and types of its arguments, if its declaration shows them.
    pub parameters: Option<Vec<(String, String)>>,
    /// The type of its value.
    pub value: Option<String>,
    /// The declaration, without docs and without a body.
    pub declaration: String,
}

/// The result of [`export()`].
#[derive(Clone, Debug)]
pub struct Exported {
    /// The XML, unless there are errors.
    pub xml: Option<String>,
    /// What BehaviorTree.CPP does not have (nodes to register, Rust code), in the order of the trees.
    pub problems: Vec<Problem>,
}

/// Writes trees as XML. What has no counterpart is written as a node of the model, and reported.
///
/// ```
/// use bt_xml::export::{Forest, Node, NodeKind, Sort, Tree, export};
///
/// let node = |name: &str, sort, children| {
///     Node { name: name.to_owned(), kind: NodeKind::Builtin(sort, vec![]), children, ..Node::default() }
/// };
/// let leaves = ["succeed", "fail"].map(|name| node(name, Sort::Action, vec![]));
/// let root = node("sequence", Sort::Control, leaves.to_vec());
/// let tree = Tree { name: Some("Try".to_owned()), header: "Try(Npc)".to_owned(), root, ..Tree::default() };
/// let exported = export(&Forest { trees: vec![tree], nodes: vec![] });
/// assert!(exported.xml.is_some_and(|xml| xml.contains("<AlwaysFailure/>")));
/// ```
pub fn export(forest: &Forest) -> Exported {
    let written = tree::write(forest);
    let has_errors = written.problems.iter().any(|problem| problem.level == Level::Error);
    Exported { xml: (!has_errors).then_some(written.xml), problems: written.problems }
}
