//! A type that derives `Behavior`, as its attributes and its shape say.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, Member, Type};

/// What the attributes say.
pub struct Attributes {
    /// `None` if it is missing or misspelt, which has been reported.
    pub context: Option<Context>,
    pub message: Option<Type>,
    pub error: Option<Type>,
    /// What the leaf says that its `run` returns.
    pub returns: Option<Returns>,
    /// Where the crate `bt` is found.
    pub bt: TokenStream,
}

/// The results that a leaf says it returns.
#[derive(Clone, Copy)]
pub struct Returns {
    /// Where it says so.
    pub at: Span,
    pub success: bool,
    pub failure: bool,
    pub running: bool,
}

/// The context that the hooks take.
pub enum Context {
    /// `Room`
    Owned(TokenStream),
    /// `World<'_>`, with a name for each `'_`, and how many there are.
    Borrowing(TokenStream, usize),
    /// `impl Senses`: the bounds, with a name for each `'_`, and how many there are.
    Any(TokenStream, usize),
}

/// What a behavior is made of.
pub enum Shape {
    /// A struct, with hooks of its own.
    Leaf,
    /// An enum, which hands its hooks on to the active variant.
    Choice(Vec<Variant>),
}

/// A variant, and the one behavior in it.
pub struct Variant {
    pub name: Ident,
    pub member: Member,
    pub behavior: Type,
}
