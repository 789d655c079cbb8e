//! A function that is a leaf, as its signature says.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Generics;

use crate::attributes::Derive;
use crate::context::Context;

/// A function that is a leaf.
pub struct Leaf {
    /// The function as it is written, without the derives.
    pub function: TokenStream,
    /// Its documentation, which the type has, too.
    pub docs: TokenStream,
    /// The derives, which go to the type.
    pub derives: Vec<Derive>,
    pub visibility: TokenStream,
    /// Where the `fn` stands.
    pub at: Span,
    pub name: Ident,
    pub generics: Generics,
    pub params: Vec<Param>,
    /// How many arguments are written, with those that are refused.
    pub arity: usize,
    /// What it returns, and where that stands.
    pub output: TokenStream,
    pub output_span: Span,
    /// The value that it has when it succeeds, if the attribute or the signature says one.
    pub value: Option<TokenStream>,
    /// Where the crate `bt` is found.
    pub bt: TokenStream,
}

/// A parameter of the function.
pub enum Param {
    /// The first one.
    Context(Context),
    /// The time that is left.
    Span,
    /// An argument of the leaf, which it holds from its start to its finish.
    Argument { name: Ident, ty: TokenStream, pass: Pass },
}

/// How the leaf hands an argument to the function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// A clone.
    Value,
    Reference,
    MutableReference,
}

impl Leaf {
    /// The context; a function without one has been reported.
    pub fn context(&self) -> Option<&Context> {
        self.params.iter().find_map(|param| match param {
            Param::Context(context) => Some(context),
            Param::Span | Param::Argument { .. } => None,
        })
    }

    /// The arguments with their types.
    pub fn arguments(&self) -> impl Iterator<Item = (&Ident, &TokenStream)> {
        self.params.iter().filter_map(|param| match param {
            Param::Argument { name, ty, .. } => Some((name, ty)),
            Param::Context(_) | Param::Span => None,
        })
    }

    /// Whether it takes the time that is left.
    pub fn takes_span(&self) -> bool {
        self.params.iter().any(|param| matches!(param, Param::Span))
    }
}
