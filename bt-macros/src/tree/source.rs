//! The user's own code, kept apart from the plain data of the phases, which name it by number.

use proc_macro2::{Span, TokenStream};

use super::ast::Arm;
use super::model::CodeId;

/// All pieces of the user's code in one tree.
#[derive(Default)]
pub struct Source {
    codes: Vec<Code>,
}

impl Source {
    pub fn add(&mut self, code: Code) -> CodeId {
        self.codes.push(code);
        self.codes.len() - 1
    }

    pub fn all(&self) -> impl Iterator<Item = &Code> {
        self.codes.iter()
    }

    pub fn get(&self, id: CodeId) -> &Code {
        &self.codes[id]
    }
}

/// A piece of the user's code.
pub enum Code {
    /// The type of a leaf or a decorator, and the expression that makes one.
    Made(Made),
    /// A closure, or the path of a function.
    Function(TokenStream),
    /// An expression, or a closure of the context that gives its value.
    Value(TokenStream),
    /// A `match` that chooses among children.
    Choice { on: TokenStream, arms: Vec<Arm> },
}

/// How a leaf or a decorator is made.
pub struct Made {
    pub ty: TokenStream,
    pub make: Make,
    pub span: Span,
    /// Whether it stands around a child.
    pub decorates: bool,
    /// Whether a tree may stand here.
    pub may_be_tree: bool,
}

/// The expression that makes a leaf.
pub enum Make {
    /// `Walk::default()`
    Default,
    /// `Walk::new(a, b)`
    New(Vec<TokenStream>),
    /// `Walk { a: 1 }`
    Literal(TokenStream),
    /// `BotAction::Walk(..)`, the path of a variant or of a function that returns the type.
    Call { path: TokenStream, args: Vec<TokenStream> },
    /// `BotAction::Walk { steps: 3 }`
    LiteralVariant(TokenStream),
    /// `BotAction::Walk`: the variant around a default.
    DefaultVariant(TokenStream),
}
