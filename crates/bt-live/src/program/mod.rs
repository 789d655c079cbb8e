//! `Program`: what the interpreter runs.
//!
//! - A *piece* is code of the user that a tree calls: a leaf, a condition, a key. Each built tree lists its own in a
//!   `Unit`, by their *keys*, the tokens without spacing; `LeafUnit` lists a leaf that no tree has to contain.
//! - The compiler's `Piece` is what the text of a tree asks for. `lookup` finds the piece of a built tree with that
//!   key.
//! - [`Code`] is the result: a [`Callee`], which is the number of a piece, with what it reads; or a literal, or a name.
//! - An *adapter* calls a piece of a tree other than the one that runs.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use bt::__private::live::{self, Adapter, LeafType, Literal, ValueType};
use bt_compiler::tree::ir::{CodeId, Machine, NodeId, ValueId};
use bt_compiler::tree::plan::Plan;

pub use compact::Flows;
pub use kept::Kept;
pub use names::Names;
pub use outline::Outline;

mod build_again;
mod claims;
pub mod compact;
mod derives;
mod kept;
mod literal;
pub mod load;
pub mod lookup;
pub mod mismatch;
pub mod names;
pub mod new_tree;
mod outline;
pub mod params;
mod resolve_path;

/// A tree that can run: its machine, and the code that it calls. It has no tokens, so all threads can share it.
pub struct Program {
    pub machine: Machine,
    pub plan: Plan,
    pub flows: Flows,
    pub nodes: Vec<Node>,
    /// The names of values, and their types if they are known.
    pub values: Vec<Value>,
    codes: Vec<Option<Code>>,
    /// What draws random words, if the context can.
    pub draws: Option<Callee>,
    /// The trees in leaves' places that run from their own texts.
    subtrees: BTreeMap<CodeId, Subtree>,
    pub outline: Outline,
    /// The trees inside it that no built tree contains.
    pub new_trees: Vec<new_tree::Used>,
    names: OnceLock<Names>,
}

/// A tree in a leaf's place that runs from its own text.
pub struct Subtree {
    /// The path of its type.
    pub path: &'static str,
    pub program: Arc<Program>,
    /// A parameter of the built tree.
    pub param: fn(&live::Held, usize) -> &dyn Any,
    /// Calls its pieces with the context of the tree around it.
    pub adapter: Option<Adapter>,
    /// The declaration, if no built tree has this tree here: then its arguments alone make it.
    pub new: Option<Arc<new_tree::Declared>>,
}

/// A node of a tree.
pub struct Node {
    pub children: Vec<NodeId>,
    pub label: Option<String>,
    /// The name of a built-in node, or the key of a leaf without its arguments.
    pub name: String,
    /// The arguments, without spacing.
    pub args: String,
    pub is_value_used: bool,
    /// The type of its value, if the value is used and the type is known.
    pub value: Option<ValueType>,
    /// Whether it holds nothing and has no hooks. Such a node may come and go above an active node.
    pub is_plain: bool,
}

/// A value that a node binds.
pub struct Value {
    pub name: String,
    /// The node that binds it.
    pub node: NodeId,
    /// The names in use, each with the part of the value that it means. They live as long as the program, because
    /// events contain them.
    pub names: Vec<(&'static str, Option<usize>)>,
    pub ty: Option<TypeId>,
    #[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "only saves need it"))]
    pub given: Given,
}

/// The type of a value, as far as it is known.
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "only saves need it"))]
pub enum Given {
    One(Option<ValueType>),
    /// The values of a `parallel`'s children. A child without a name has none.
    Each(Vec<Option<ValueType>>),
}

/// A piece of code that can be called, or a value.
pub enum Code {
    Piece {
        callee: Callee,
        reads: Vec<Name>,
        args: Vec<Arg>,
        leaf: Option<Box<LeafType>>,
        /// The type of its result, if it is known.
        value: Option<ValueType>,
    },
    Literal(Literal),
    Name(Name),
}

/// A piece of a built tree, by its number.
#[derive(Clone)]
pub struct Callee {
    /// How to call a piece of another tree.
    pub adapter: Option<Adapter>,
    pub index: u32,
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Param(usize),
    Value(ValueId),
    /// One of the values of a `parallel`.
    Part(ValueId, usize),
}

/// An argument of a leaf that needs no code.
pub enum Arg {
    Literal(Literal),
    Name(Name),
    /// The piece contains it.
    InCode,
}

impl Program {
    pub fn code(&self, code: CodeId) -> &Code {
        self.codes[code.0].as_ref().expect("all code that a tree calls was found when it was loaded")
    }

    /// The names in its state, for `serde` and `Debug`.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(&self.plan.layout))
    }

    /// The tree in a leaf's place, if it runs from its own text.
    pub fn subtree(&self, leaf: CodeId) -> Option<&Subtree> {
        self.subtrees.get(&leaf)
    }

    /// The paths of all these trees.
    pub fn subtrees(&self) -> impl Iterator<Item = &'static str> {
        self.subtrees.values().map(|subtree| subtree.path)
    }

    /// The type of a leaf, as far as it is known.
    pub fn leaf(&self, code: CodeId) -> Option<&LeafType> {
        match self.code(code) {
            Code::Piece { leaf, .. } => leaf.as_deref(),
            Code::Literal(_) | Code::Name(_) => None,
        }
    }
}
