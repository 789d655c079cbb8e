//! A type that derives: its attributes and its shape.

use proc_macro2::{Span, TokenStream};
use syn::{Ident, Member, Type};

/// The attributes.
#[derive(Default)]
pub struct Attributes {
    /// `None` if it is missing or wrong, which has been reported.
    pub context: Option<Context>,
    pub message: Option<Type>,
    pub error: Option<Type>,
    /// The value of a leaf, if it declares one.
    pub value: Option<Type>,
    /// The results of `run`, if the leaf declares them.
    pub returns: Option<Returns>,
    /// The types of the arguments of `new`, for live trees.
    pub new: Option<Vec<Type>>,
    /// The path of the crate `bt`.
    pub bt: TokenStream,
}

/// The results that `returns(...)` declares.
#[derive(Clone, Copy)]
pub struct Returns {
    /// The span of `returns`.
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

/// The two kinds of types that can be a behavior.
pub enum Shape {
    /// A struct with hooks of its own, and whether it has no fields.
    Leaf { is_unit: bool },
    /// An enum, whose hooks call those of the active variant.
    Choice(Vec<Variant>),
}

/// A variant, and the one behavior in it.
pub struct Variant {
    pub name: Ident,
    pub member: Member,
    pub behavior: Type,
}
