//! Generates the type that goes with a function: a leaf that calls it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{GenericParam, Generics, Lifetime, PathArguments, Type, parse_quote};

use super::model::{Leaf, type_name};
use super::parts::{ByValue, call, copy, for_context, marker, own_generics, takes_values};
use super::request;
use crate::attributes::Derive;
use crate::context::{Context, MOST_OF_LEAF, function_type, lifetimes, parameter, with_lifetimes};
use crate::editor::{declaring, name_in_trees};
use crate::leaf_unit::{Makes, elided, unit};
use crate::tokens::{is_unit, mentions};

/// The function, and the type that represents it in trees.
pub fn expand(leaf: &Leaf) -> TokenStream {
    let (function, beside) = (&leaf.function, beside(leaf));
    quote!(#function #beside)
}

/// The expansion for an editor: the function, and the type at the position of `fn`.
pub fn in_editor(leaf: &Leaf) -> TokenStream {
    let (function, name, generics) = (&leaf.function, type_name(&leaf.name), own_generics(leaf));
    let mut place = name.clone();
    place.set_span(leaf.at);
    let beside = declaring(beside(leaf), &place, leaf.at);
    let in_trees = name_in_trees(&leaf.docs, &leaf.visibility, &name, &generics, leaf.at);
    quote!(#function #beside #in_trees)
}

/// The items for live trees, if the leaf has one context and no generics.
pub fn live(leaf: &Leaf) -> Option<TokenStream> {
    let Context::Type(context) = leaf.context()? else { return None };
    if !own_generics(leaf).params.is_empty() || leaf.generics.type_params().next().is_some() {
        return None;
    }
    let lifetimes: Vec<String> =
        leaf.generics.lifetimes().map(|lifetime| lifetime.lifetime.ident.to_string()).collect();
    let context = elided(context.clone(), &|name| lifetimes.iter().any(|lifetime| lifetime == name));
    let types: Vec<_> = leaf.arguments().map(|(_, ty)| ty).collect();
    let makes = if types.is_empty() { Makes::Default } else { Makes::New(types) };
    Some(unit(&leaf.bt, &type_name(&leaf.name), &context, &makes))
}

/// The type, and its implementations.
fn beside(leaf: &Leaf) -> TokenStream {
    let (bt, declared, new) = (&leaf.bt, declared(leaf), new(leaf));
    let behavior = if leaf.request.is_some() { request::behavior(leaf) } else { behavior(leaf) };
    let (home, timed) = (home(leaf), timed(leaf));
    let produces = produces(leaf);
    quote! {
        #declared
        const _: () = {
            use #bt::__private as __bt;
            #new
            #behavior
            #home
            #timed
            #produces
        };
    }
}

/// After mistakes: the function, and a type that fits any context, with everything that trees use of it.
pub fn fallback(leaf: Leaf) -> TokenStream {
    // Without the request, all derives are possible.
    let leaf = &Leaf { request: None, ..leaf };
    // A type without fields would also name a value, such as `Ok`.
    let sound = leaf.arguments().count() == leaf.arity && !leaf.hides;
    let (declared, new) = if sound { (declared(leaf), new(leaf)) } else { without_fields(leaf) };
    let (answer, produces) = match &leaf.value {
        Some(value) => (quote!(__bt::Poll<__bt::Option<#value>>), produces(leaf)),
        None => (quote!(__bt::Poll<()>), None),
    };
    let (function, bt) = (&leaf.function, &leaf.bt);
    let (name, generics) = (type_name(&leaf.name), own_generics(leaf));
    let (_, arguments, _) = generics.split_for_impl();
    let mut implementation = copy(&generics);
    let context = parameter(&TokenStream::new());
    implementation.params.push(parse_quote!(#context: ?__bt::Sized));
    let (parameters, _, bounds) = implementation.split_for_impl();
    quote! {
        #function
        #declared
        const _: () = {
            use #bt::__private as __bt;
            #new
            impl #parameters __bt::Behavior<#context> for #name #arguments #bounds {
                type Answer = #answer;
                fn run(&mut self, _: &mut #context) -> #answer { __bt::Poll::Pending }
            }
            #produces
        };
    }
}

fn declared(leaf: &Leaf) -> TokenStream {
    let Leaf { docs, visibility, .. } = leaf;
    // A leaf without arguments always implements `Default`.
    let derives = leaf.derives.iter().filter(|derive| leaf.arguments().next().is_some() || !derive.is_default());
    let derives = derives.map(Derive::attribute);
    let (name, generics) = (type_name(&leaf.name), own_generics(leaf));
    let fields: Vec<_> = leaf.arguments().map(|(name, ty)| quote!(#name: #ty,)).collect();
    let marker = marker(leaf).map(|(field, _)| field);
    // A leaf without fields is a unit struct, so its name is a value, for example in an enum of leaves.
    let fields = match (&fields[..], &marker) {
        ([], None) => quote_spanned!(leaf.at=> ;),
        _ => quote_spanned!(leaf.at=> { #(#fields)* #marker }),
    };
    // With this span, rustc suggests a missing derive below `#[leaf]`.
    let declared = match request::fields(leaf) {
        Some(fields) => quote_spanned!(leaf.at=> struct #name #generics #fields;),
        None => quote_spanned!(leaf.at=> struct #name #generics #fields),
    };
    quote! {
        #docs
        #(#derives)*
        #[allow(dead_code, reason = "a leaf may be used in tests alone")]
        #visibility #declared
    }
}

/// For a leaf with an invalid argument: a type whose constructor takes as many arguments of any types.
fn without_fields(leaf: &Leaf) -> (TokenStream, TokenStream) {
    let (name, visibility, generics) = (type_name(&leaf.name), &leaf.visibility, own_generics(leaf));
    let (parameters, arguments, _) = generics.split_for_impl();
    let types: Vec<_> = (1..=leaf.arity).map(|number| format_ident!("__Argument{number}")).collect();
    let marker = marker(leaf);
    let (field, value) = marker.unzip();
    let declared = quote!(#[allow(dead_code)] #visibility struct #name #generics { #field });
    let default = types.is_empty().then(|| {
        quote! {
            impl #parameters __bt::Default for #name #arguments {
                fn default() -> Self { Self { #value } }
            }
        }
    });
    let new = quote! {
        #[allow(dead_code)]
        impl #parameters #name #arguments {
            pub fn new<#(#types),*>(#(_: #types),*) -> Self { Self { #value } }
        }
        #default
    };
    (declared, new)
}

/// How trees construct the leaf: with its arguments, or as a default if there are none.
fn new(leaf: &Leaf) -> TokenStream {
    let (name, generics) = (type_name(&leaf.name), own_generics(leaf));
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let params = leaf.arguments().map(|(name, ty)| quote!(#name: #ty));
    let names: Vec<_> = leaf.arguments().map(|(name, _)| name).collect();
    let marker = marker(leaf).map(|(_, value)| value);
    let made = request::made(leaf).unwrap_or_else(|| quote!(Self { #(#names,)* #marker }));
    let default = names.is_empty().then(|| {
        quote! {
            impl #parameters __bt::Default for #name #arguments #bounds {
                #[inline]
                fn default() -> Self { #made }
            }
        }
    });
    // More than seven arguments are too many for clippy.
    let lints = (names.len() > 7).then(|| quote!(, clippy::too_many_arguments));
    quote! {
        #[allow(dead_code #lints)]
        impl #parameters #name #arguments #bounds {
            /// The leaf with these arguments.
            #[inline]
            pub const fn new(#(#params),*) -> Self { #made }
        }
        #default
    }
}

/// The leaf answers with its function's result, if the return type allows it.
fn behavior(leaf: &Leaf) -> TokenStream {
    let (name, own) = (type_name(&leaf.name), own_generics(leaf));
    let (_, arguments, _) = own.split_for_impl();
    let (implementation, context) = for_context(leaf);
    let (parameters, _, bounds) = implementation.split_for_impl();
    let Inferred { function, answer, consts, ran, moved } = match leaf.answers_as_written() {
        true => Inferred::written(leaf),
        false => Inferred::new(leaf, &implementation, &context),
    };
    let run = match leaf.takes_span() {
        false => quote! {
            #[inline]
            fn run(&mut self, __context: &mut #context) -> #answer { #ran }
        },
        true => quote! {
            const TAKES_TIME: __bt::bool = true;
            #[inline]
            fn run(&mut self, __context: &mut #context) -> #answer { __bt::instant(self, __context) }
            #[inline]
            fn run_for(&mut self, __context: &mut #context, __span: &mut __bt::Span) -> #answer { #ran }
        },
    };
    let once = moved.map(|moved| {
        quote! {
            const RUNS_ONCE: __bt::bool = true;
            #[inline]
            #[allow(unused_mut)]
            fn run_once(mut self, __context: &mut #context, __span: &mut __bt::Span) -> #answer { #moved }
        }
    });
    let is_unit = leaf.arguments().next().is_none() && marker(leaf).is_none();
    let unit = is_unit.then(|| {
        quote!(
            const UNIT: __bt::Option<fn() -> Self> = __bt::Some(|| Self {});
        )
    });
    quote! {
        #function
        #[automatically_derived]
        #[allow(unused_qualifications)]
        impl #parameters __bt::Behavior<#context> for #name #arguments #bounds {
            type Answer = #answer;
            #consts
            #unit
            #run
            #once
        }
    }
}

/// Parts of the implementation that depend on the answer.
struct Inferred {
    /// A function whose type shows what the leaf can answer.
    function: TokenStream,
    answer: TokenStream,
    consts: TokenStream,
    /// The call that runs it.
    ran: TokenStream,
    /// The call with moved arguments, if some are passed by value.
    moved: Option<TokenStream>,
}

impl Inferred {
    fn written(leaf: &Leaf) -> Self {
        let (function, consts) = (TokenStream::new(), TokenStream::new());
        let moved = takes_values(leaf).then(|| call(leaf, "self", ByValue::Moved));
        Inferred { function, answer: leaf.output.clone(), consts, ran: call(leaf, "self", ByValue::Cloned), moved }
    }

    /// As for a derived leaf, the result of the function is checked in one place, so a wrong type is one error.
    fn new(leaf: &Leaf, implementation: &Generics, context: &TokenStream) -> Self {
        let (name, own) = (type_name(&leaf.name), own_generics(leaf));
        let (_, arguments, _) = own.split_for_impl();
        let (parameters, _, bounds) = implementation.split_for_impl();
        let (at, error) = (leaf.output_span, error(&leaf.output));
        let (held, value) = match &leaf.value {
            Some(value) => (quote!(__bt::Poll<__bt::Option<#value>>), quote!(__bt::Value<#value>)),
            None => (quote!(__bt::Status), quote_spanned!(at=> __bt::AnyValue)),
        };
        let answer = match &error {
            Some(error) => quote!(__bt::Result<__bt::Adapted<#held>, #error>),
            None => quote!(__bt::Adapted<#held>),
        };
        let error = error.unwrap_or_else(|| quote!(__bt::Infallible));
        // If a `macro_rules!` macro wrote the type, the same name with another span is another variable.
        let (returned, this) = (Ident::new("__returned", at), quote!(#name #arguments));
        let ran = match leaf.context() {
            Some(Context::Type(_)) => quote_spanned!(at=> __bt::ran::<#this, #context, #error, #value, _>(#returned)),
            Some(Context::Impl(_)) | None => {
                quote_spanned!(at=> __bt::ran_for_any::<#this, #error, #value, _>(#returned))
            }
        };
        let call = call(leaf, "__leaf", ByValue::Cloned);
        let function = quote! {
            #[inline]
            #[allow(unused_qualifications)]
            fn __run #parameters (
                __leaf: &mut #this, __context: &mut #context, __span: &mut __bt::Span,
            ) -> impl __bt::Ran<#answer> #bounds {
                let #returned = #call;
                #ran
            }
        };
        let consts = quote!(const CAN: __bt::Can = __bt::can::<Self, #context, _, #answer>(&__run););
        let span = if leaf.takes_span() { quote!(__span) } else { quote!(&mut __bt::Span::of(__bt::Duration::ZERO)) };
        // Two copies of the call would report each mistake twice.
        let moved = None;
        Inferred { function, answer, consts, moved, ran: quote!(__bt::Ran::answer(__run(self, __context, #span))) }
    }
}

/// The error type of a function that returns a `Result`, as written or from an alias.
fn error(output: &TokenStream) -> Option<TokenStream> {
    let Ok(Type::Path(path)) = syn::parse2::<Type>(output.clone()) else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(given) = &last.arguments else {
        return Some(quote!(<#output as __bt::Answer>::Error));
    };
    match given.args.iter().nth(1) {
        Some(error) => Some(error.to_token_stream()),
        None => Some(quote!(<#output as __bt::Answer>::Error)),
    }
}

/// Implements `Produces` for a leaf with a value, unless that is `()`, which cannot be bound. A type that follows from
/// the context cannot be named there.
fn produces(leaf: &Leaf) -> Option<TokenStream> {
    let value = leaf.value.as_ref().filter(|value| !is_unit(value))?;
    let (name, generics) = (type_name(&leaf.name), own_generics(leaf));
    let own: Vec<_> = generics.type_params().map(|param| &param.ident).collect();
    let foreign = leaf.generics.type_params().map(|param| &param.ident).filter(|param| !own.contains(param));
    if mentions(value.clone(), &foreign.collect::<Vec<_>>()) {
        return None;
    }
    let (parameters, arguments, bounds) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #parameters __bt::Produces for #name #arguments #bounds {
            type Value = #value;
        }
    })
}

/// The context of a private leaf, for trees that infer theirs from their leaves.
fn home(leaf: &Leaf) -> Option<TokenStream> {
    let Some(Context::Type(context)) = leaf.context() else { return None };
    if !leaf.visibility.is_empty() || leaf.generics.where_clause.is_some() {
        return None;
    }
    let (name, (context, count)) = (type_name(&leaf.name), with_lifetimes(context.clone()));
    let mut open = leaf.generics.params.iter().map(lifetime).collect::<Option<Vec<_>>>()?;
    open.extend(lifetimes(count.max(MOST_OF_LEAF.saturating_sub(open.len()))));
    (open.len() == MOST_OF_LEAF).then(|| {
        let function = function_type(&quote!(__bt), &open, &context);
        quote! {
            #[automatically_derived]
            impl __bt::LeafContext for #name { type Function = #function; }
        }
    })
}

/// A lifetime parameter of the function, if it has no bounds.
fn lifetime(param: &GenericParam) -> Option<Lifetime> {
    match param {
        GenericParam::Lifetime(param) if param.bounds.is_empty() => Some(param.lifetime.clone()),
        _ => None,
    }
}

/// A leaf that takes the remaining time is never run without it.
fn timed(leaf: &Leaf) -> Option<TokenStream> {
    let (name, generics) = (type_name(&leaf.name), own_generics(leaf));
    let (parameters, arguments, _) = generics.split_for_impl();
    leaf.takes_span().then(|| {
        quote! {
            impl #parameters #name #arguments {
                #[doc(hidden)]
                pub const __TREE: __bt::Facts = __bt::Facts::LEAF.timed();
            }
        }
    })
}
