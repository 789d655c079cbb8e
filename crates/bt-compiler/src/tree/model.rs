//! A tree with its names resolved: what `check` reads and `lower` works on.
//!
//! It knows nothing of tokens: the user's code is a number in [`Source`](crate::tree::source::Source), so that trees that
//! come from elsewhere can take the same way.

use proc_macro2::Span;

/// The number of a node; a tree lists its nodes in pre-order.
pub type NodeId = usize;

/// The number of a piece of the user's code.
pub type CodeId = usize;

/// A resolved tree. Node 0 is the root.
pub struct Model {
    pub nodes: Vec<Node>,
}

/// A node of a tree.
pub struct Node {
    pub id: NodeId,
    pub kind: Kind,
    /// As it is written, without arguments.
    pub name: String,
    pub label: Option<Label>,
    /// The arguments as they are written, with their parentheses.
    pub args_text: String,
    /// The pattern before it, in a `switch`.
    pub arm_text: String,
    /// One for each parameter of a built-in, in their order.
    pub args: Vec<Value>,
    pub children: Vec<NodeId>,
    /// Whether all children could be read, so that it makes sense to count them.
    pub complete: bool,
    /// Whether nothing has been found to be wrong with it.
    pub sound: bool,
    /// Levels below the root.
    pub depth: usize,
    pub span: Span,
}

/// What a node is.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A built-in, by its name.
    Builtin(&'static str),
    /// A leaf of the user's, or a tree that stands as one.
    Leaf(CodeId),
    /// A decorator of the user's.
    Decorator(CodeId),
    /// A name that could not be resolved, which has been reported.
    Unknown,
}

/// A label and where it stands.
pub struct Label {
    pub name: String,
    pub span: Span,
}

/// How likely a child is drawn, beside the others.
pub type Weight = f64;

/// An argument of a built-in.
#[derive(Clone, Copy)]
pub enum Value {
    Code(CodeId),
    /// A threshold; `all` is the number of children.
    Threshold {
        value: usize,
        span: Span,
    },
    All,
    Weight(Weight),
    /// Left out or wrong; wrong ones have been reported.
    Absent,
}

impl Node {
    /// The code of an argument that must be there.
    pub fn code(&self, index: usize) -> CodeId {
        match self.args[index] {
            Value::Code(code) => code,
            _ => unreachable!("`resolve` reports a missing argument, and what has errors is not lowered"),
        }
    }

    /// The code of an argument that may be left out.
    pub fn optional_code(&self, index: usize) -> Option<CodeId> {
        match self.args.get(index) {
            Some(Value::Code(code)) => Some(*code),
            _ => None,
        }
    }

    /// The code of all arguments.
    pub fn codes(&self) -> Vec<CodeId> {
        (0..self.args.len()).map(|index| self.code(index)).collect()
    }

    /// The arguments as weights.
    pub fn weights(&self) -> Vec<Weight> {
        let weight = |value: &Value| match value {
            Value::Weight(weight) => *weight,
            _ => 0.0,
        };
        self.args.iter().map(weight).collect()
    }

    /// A threshold, or what stands for it where it is left out.
    pub fn threshold(&self, index: usize, default: usize) -> usize {
        match self.args[index] {
            Value::Threshold { value, .. } => value,
            Value::All => self.children.len(),
            Value::Code(_) | Value::Weight(_) | Value::Absent => default,
        }
    }
}
