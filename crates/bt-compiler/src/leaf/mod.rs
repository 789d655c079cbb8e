//! `#[leaf]` turns a function into a leaf: it parses and checks the signature, and writes a type next to the function.
//! After mistakes, that type prevents further errors.

mod expand;
mod model;
mod parse;
mod parts;
mod request;
mod value;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use self::model::type_name;
use self::parse::prelude::{Hidden, hidden};
use crate::codes;
use crate::context::Context;
use crate::editor;
use crate::error::{Errors, Mistake};
use crate::options::Options;
use crate::written::as_written;

/// The expansion of `#[leaf(attribute)]` on a function.
pub fn leaf(attribute: TokenStream, function: TokenStream) -> TokenStream {
    leaf_with(attribute, function, Options::default())
}

/// The expansion of `#[leaf(attribute)]` on a function, with options.
pub fn leaf_with(attribute: TokenStream, function: TokenStream, options: Options) -> TokenStream {
    let mut errors = Errors::default();
    let leaf = parse::parse(attribute, function.clone(), &mut errors);
    match (errors.check(), leaf) {
        (Ok(()), Some(leaf)) if editor::asks() => expand::in_editor(&leaf),
        (Ok(()), Some(leaf)) => {
            let (expanded, live) = (expand::expand(&leaf), options.live.then(|| expand::live(&leaf)));
            quote!(#expanded #live)
        }
        (found, leaf) => {
            let mistakes = found.err().unwrap_or_default();
            let fallback = leaf.map_or(function, expand::fallback);
            quote!(#(#mistakes)* #fallback)
        }
    }
}

/// The mistakes in a leaf that need no types to find.
pub fn mistakes(attribute: TokenStream, function: TokenStream) -> Vec<Mistake> {
    let mut errors = Errors::default();
    parse::parse(attribute, function, &mut errors);
    errors.into_list()
}

/// The mistake that the type of the leaf with this name is already declared elsewhere. A macro cannot see that.
pub fn taken(name: &Ident) -> Mistake {
    let message = format!("the leaf `{name}` declares the type `{}`, which is declared here already", type_name(name));
    codes::TAKEN_NAME.at(name.span(), message).help("choose another name for one of them")
}

/// Whether a leaf's type cannot have this name because it would hide a name of Rust's prelude.
pub fn hides_prelude(ty: &str) -> bool {
    hidden(ty) != Hidden::Nothing
}

/// What trees need to know about a leaf.
pub struct Signature {
    /// The name of the function.
    pub name: String,
    /// The context as a type; `None` if it fits several.
    pub context: Option<String>,
    /// The names and types of its arguments.
    pub arguments: Vec<(String, String)>,
    pub is_generic: bool,
    pub docs: TokenStream,
    pub can: Can,
    /// The type of the value that it has when it succeeds.
    pub value: Option<String>,
}

/// What a leaf can return, as far as its signature shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    pub success: bool,
    pub failure: bool,
    pub running: bool,
    /// Whether it can return an error.
    pub error: bool,
    /// Whether it takes the remaining time, so that it can use up some of it.
    pub timed: bool,
}

impl Can {
    pub const ANYTHING: Can = Can { success: true, failure: true, running: true, error: true, timed: true };
}

/// The signature of a function; `None` if it cannot be a leaf.
pub fn signature(attribute: TokenStream, function: TokenStream) -> Option<Signature> {
    let mut errors = Errors::default();
    let leaf = parse::parse(attribute, function, &mut errors);
    errors.check().ok()?;
    let leaf = leaf?;
    let context = match leaf.context() {
        Some(Context::Type(ty)) => Some(as_written(ty)),
        Some(Context::Impl(_)) | None => None,
    };
    let arguments = leaf.arguments().map(|(name, ty)| (name.to_string(), as_written(ty))).collect();
    let is_generic = leaf.generics.type_params().next().is_some();
    let (success, failure, running) = match &leaf.request {
        Some(_) => (true, true, true),
        None => value::results(&leaf.output),
    };
    let error = leaf.request.is_some() || value::can_err(&leaf.output);
    let can = Can { success, failure, running, error, timed: leaf.takes_span() };
    let (name, docs) = (leaf.name.to_string(), leaf.docs.clone());
    let value = leaf.value.as_ref().map(as_written);
    Some(Signature { name, context, arguments, is_generic, docs, can, value })
}
