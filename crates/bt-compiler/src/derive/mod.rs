//! `#[derive(Behavior)]`, `#[derive(Decorator)]` and `#[derive(Composite)]`: parses the attributes, checks the shape of
//! the type, and writes the implementation.
//!
//! For a type with mistakes it writes the errors and a simple implementation, so that no other errors follow.

mod check;
mod expand;
mod fallback;
mod model;
mod parse;
mod target;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DataStruct, DeriveInput, Field, Fields};

use crate::editor::{self, anywhere, name_in_trees};
use crate::error::{Errors, Mistake};
use crate::leaf_unit::{Makes, elided, unit};
use crate::options::Options;
use crate::tokens::mentions;
use crate::written::as_written;
use target::Target;

/// The items that `#[derive(Behavior)]` adds.
pub fn derive(input: DeriveInput) -> TokenStream {
    derive_with(input, Options::default())
}

/// The items that `#[derive(Behavior)]` adds, with options.
pub fn derive_with(input: DeriveInput, options: Options) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = parse::parse(&parse::BEHAVIOR, &input.ident, &input.attrs, &mut errors);
    let (docs, place) = (docs(&input.attrs), keyword(&input.data));
    let fields = if options.live { fields(&input.data) } else { None };
    let shape = check::check(&input.ident, input.data, &attributes, &mut errors);
    let target = Target::new(input.ident, input.vis, input.generics, attributes);
    match errors.check() {
        Ok(()) if editor::asks() => {
            let in_trees = name_in_trees(&docs, &target.visibility, &target.name, &target.generics, place);
            let behavior = anywhere(expand::expand(target, &shape));
            quote!(#behavior #in_trees)
        }
        Ok(()) => {
            let (new, live) = (new(&target), options.live.then(|| live(&target, fields)));
            let expanded = expand::expand(target, &shape);
            quote!(#expanded #new #live)
        }
        Err(mistakes) => {
            let fallback = fallback::expand(&target, &shape);
            quote!(#(#mistakes)* #fallback)
        }
    }
}

/// The items of a leaf for live trees, if it has one context and no generics.
fn live(target: &Target, fields: Option<Vec<(Ident, TokenStream)>>) -> Option<TokenStream> {
    let context = match target.context.as_ref()? {
        model::Context::Owned(context) | model::Context::Borrowing(context, _) => context.clone(),
        model::Context::Any(..) => return None,
    };
    let context = elided(context, &|name| name.starts_with("__context"));
    if !target.generics.params.is_empty() {
        return None;
    }
    let unit = |makes| unit(&target.bt, &target.name, &context, &makes);
    let types: Option<Vec<_>> = target.new.as_ref().map(|types| types.iter().map(ToTokens::to_token_stream).collect());
    let new = types.as_ref().map(|types| unit(Makes::New(types.iter().collect())));
    let default = unit(Makes::Default);
    let of_fields = fields.as_ref().map(|fields| fields.iter().map(|(name, ty)| (name.clone(), ty)).collect());
    let literal = of_fields.map(|fields| unit(Makes::Fields(fields)));
    Some(quote!(#default #new #literal))
}

/// The named fields of a struct and their types, ordered by name.
fn fields(data: &Data) -> Option<Vec<(Ident, TokenStream)>> {
    let Data::Struct(DataStruct { fields: Fields::Named(fields), .. }) = data else { return None };
    let is_plain = |field: &Field| !field.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
    let named = fields.named.iter().map(|field| Some((field.ident.clone()?, field.ty.to_token_stream())));
    let mut named: Vec<(Ident, TokenStream)> = named.collect::<Option<_>>()?;
    named.sort_by_key(|(name, _)| name.to_string());
    // `Self` only means the type inside its own declaration.
    let has_self = named.iter().any(|(_, ty)| mentions(ty.clone(), &[&Ident::new("Self", Span::call_site())]));
    (fields.named.iter().all(is_plain) && !named.is_empty() && !has_self).then_some(named)
}

/// `new` must take the types that the attribute names, even without live trees.
fn new(target: &Target) -> Option<TokenStream> {
    let (types, (parameters, _, bounds), this) =
        (target.new.as_ref()?, target.generics.split_for_impl(), target.this());
    Some(quote! {
        const _: () = {
            #[allow(dead_code)]
            fn new #parameters () -> fn(#(#types),*) -> #this #bounds { <#this>::new }
        };
    })
}

/// The items that `#[derive(Decorator)]` adds.
pub fn derive_decorator(input: DeriveInput) -> TokenStream {
    derive_parent(&parse::DECORATOR, input, expand::decorator, fallback::decorator)
}

/// The items that `#[derive(Composite)]` adds.
pub fn derive_composite(input: DeriveInput) -> TokenStream {
    derive_parent(&parse::COMPOSITE, input, expand::composite, fallback::composite)
}

/// The implementation for a node with children.
fn derive_parent(
    helper: &'static parse::Helper,
    input: DeriveInput,
    expand: fn(&Target) -> TokenStream,
    fallback: fn(&Target) -> TokenStream,
) -> TokenStream {
    let mut errors = Errors::default();
    let attributes = parse::parse(helper, &input.ident, &input.attrs, &mut errors);
    let (docs, place) = (docs(&input.attrs), keyword(&input.data));
    let target = Target::new(input.ident, input.vis, input.generics, attributes);
    match errors.check() {
        Ok(()) if editor::asks() => {
            let in_trees = name_in_trees(&docs, &target.visibility, &target.name, &target.generics, place);
            let implemented = anywhere(expand(&target));
            quote!(#implemented #in_trees)
        }
        Ok(()) => expand(&target),
        Err(mistakes) => {
            let fallback = fallback(&target);
            quote!(#(#mistakes)* #fallback)
        }
    }
}

/// Whether a type derives `Default`, perhaps only under a condition.
pub fn derives_default(input: &DeriveInput) -> bool {
    let default = Ident::new("Default", Span::call_site());
    input.attrs.iter().any(|attribute| {
        let path = attribute.path();
        (path.is_ident("derive") || path.is_ident("cfg_attr")) && mentions(attribute.to_token_stream(), &[&default])
    })
}

/// The documentation of a type.
fn docs(attributes: &[Attribute]) -> TokenStream {
    attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).map(ToTokens::to_token_stream).collect()
}

/// The span of `struct` or `enum`.
fn keyword(data: &Data) -> Span {
    match data {
        Data::Struct(data) => data.struct_token.span,
        Data::Enum(data) => data.enum_token.span,
        Data::Union(data) => data.union_token.span,
    }
}

/// The context that a type with this derive names, as a type; `None` if it fits several.
///
/// # Errors
/// If the type has mistakes, or names no context.
pub fn context(derive: &str, input: &DeriveInput) -> Result<Option<String>, Vec<Mistake>> {
    let mut errors = Errors::default();
    let attributes = parse::parse(helper(derive), &input.ident, &input.attrs, &mut errors);
    errors.check()?;
    match attributes.context.ok_or_else(Vec::new)? {
        model::Context::Owned(ty) => Ok(Some(as_written(&ty))),
        // Each `'_` has been given a name here.
        model::Context::Borrowing(ty, _) => Ok(Some(as_written(&elided(ty, &|_| true)))),
        model::Context::Any(..) => Ok(None),
    }
}

fn helper(derive: &str) -> &'static parse::Helper {
    match derive {
        "Decorator" => &parse::DECORATOR,
        "Composite" => &parse::COMPOSITE,
        _ => &parse::BEHAVIOR,
    }
}

/// The mistakes in a type with this derive (`Behavior`, `Decorator` or `Composite`) that are known without its types.
pub fn mistakes(derive: &str, input: DeriveInput) -> Vec<Mistake> {
    let mut errors = Errors::default();
    let attributes = parse::parse(helper(derive), &input.ident, &input.attrs, &mut errors);
    if derive == "Behavior" {
        check::check(&input.ident, input.data, &attributes, &mut errors);
    }
    errors.into_list()
}
