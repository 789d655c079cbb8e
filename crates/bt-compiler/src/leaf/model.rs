//! A function that is a leaf, from its signature.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Generics, Type};

use super::value;
use crate::attributes::Derive;
use crate::context::Context;
use crate::tree::case::camel_case;

/// A function that is a leaf.
pub struct Leaf {
    /// The function as written, without the derives.
    pub function: TokenStream,
    /// Its documentation, which the type also gets.
    pub docs: TokenStream,
    /// The derives, which go to the type.
    pub derives: Vec<Derive>,
    pub visibility: TokenStream,
    /// The span of the `fn`.
    pub at: Span,
    pub name: Ident,
    /// Whether its type would hide a name of Rust's prelude, which is reported.
    pub hides: bool,
    pub generics: Generics,
    pub params: Vec<Param>,
    /// The number of arguments, including refused ones.
    pub arity: usize,
    /// Its return type, and the span of that.
    pub output: TokenStream,
    pub output_span: Span,
    /// The value that it has when it succeeds, if the attribute or the signature declares one.
    pub value: Option<TokenStream>,
    /// What the function requests, if it returns a request or is `async`.
    pub request: Option<Request>,
    /// The path of the crate `bt`.
    pub bt: TokenStream,
}

/// The request of a leaf.
pub enum Request {
    /// The function returns it.
    Returned,
    /// The function is `async`, and its future is the request.
    Future,
}

/// A parameter of the function.
pub enum Param {
    /// The first one.
    Context(Context),
    /// The remaining time.
    Span,
    /// An argument of the leaf, stored from its start to its finish.
    Argument { name: Ident, ty: TokenStream, pass: Pass },
}

/// How the leaf passes an argument to the function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    /// A clone.
    Value,
    Reference,
    MutableReference,
}

/// The name of the type: `move_to` -> `MoveTo`.
pub fn type_name(name: &Ident) -> Ident {
    Ident::new(&camel_case(name.to_string().trim_start_matches("r#")), name.span())
}

impl Leaf {
    /// Whether it answers exactly with its function's result. A value that the attribute names may differ.
    pub fn answers_as_written(&self) -> bool {
        let Ok(output) = syn::parse2::<Type>(self.output.clone()) else { return false };
        let shown = value::value(&output).ok().flatten().map(|value| value.to_string());
        let named = self.value.as_ref().map(|value| value.to_string());
        value::is_answer(&output) && shown == named
    }

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

    /// The type of its request. `bt` is the path of the private module.
    pub fn request_type(&self, bt: &TokenStream) -> Option<TokenStream> {
        let output = &self.output;
        Some(match self.request.as_ref()? {
            Request::Returned => output.clone(),
            Request::Future => quote!(#bt::Request<#output>),
        })
    }

    /// Whether it takes the remaining time.
    pub fn takes_span(&self) -> bool {
        self.params.iter().any(|param| matches!(param, Param::Span))
    }
}
