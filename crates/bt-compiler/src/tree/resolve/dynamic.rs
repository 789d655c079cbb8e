//! Resolves `dynamic(..)`: a leaf of a `bt` type that holds a boxed tree for the context, the error and the messages of
//! the outer tree.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::arguments;
use crate::codes;
use crate::context::{Context, for_all_lifetimes};
use crate::error::Errors;
use crate::tree::ast::{Header, Node};
use crate::tree::ids::CodeId;
use crate::tree::nodes::Builtin;
use crate::tree::source::{Code, Inputs, Made, Make, Role, Source, span_of};

/// The leaf, or `None` after an error. `value` is the type of the boxed tree's value.
pub fn made(
    builtin: &Builtin,
    node: &Node,
    (runtime, header): (&TokenStream, &Header),
    value: Option<&TokenStream>,
    errors: &mut Errors,
) -> Option<Made> {
    let at = node.name.span();
    let mut codes = Source::default();
    let before = errors.count();
    let values = arguments::sort(builtin, node, &mut codes, errors);
    let code = |index: usize| match codes.get(values.get(index)?.code()?) {
        Code::Value(code) => Some(code.clone()),
        _ => None,
    };
    let (make, registry, local) = (code(0), code(1), code(2));
    if runtime.to_string().ends_with("__private_without_alloc") {
        let message = "`dynamic` needs the feature `alloc` of `bt-trees`, since it holds a tree in a box";
        errors.push(codes::MISSING_FEATURE.at(at, message).help("write `features = [\"alloc\"]` in `Cargo.toml`"));
    }
    let context = context(header, at, errors);
    refuse_unknown_value(node, errors);
    let is_local = local.is_some_and(|local| is_local(&local, errors));
    let (context, make) = (context?, make?);
    if errors.count() > before {
        return None;
    }
    let place = registry.as_ref().map_or(at, span_of);
    let runtime = &located(runtime, place);
    let answer = answer(runtime, value, header.error.as_ref());
    let tree = tree(runtime, context, &answer, header.message.as_ref(), is_local);
    let inputs = Inputs { args: vec![make], span: node.args_span() };
    let (holds, make) = match registry {
        Some(registry) => {
            let registry = all_at(registry, span_of(runtime));
            let asked = quote_spanned!(place=> [(); #runtime::is_registry::<#tree, #registry>()]);
            let registry = quote_spanned!(place=> <#runtime::Asked<#registry, #asked> as #runtime::Is>::Type);
            let arguments = quote_spanned!(place=> <#tree, #registry>);
            let holds = quote_spanned!(place=> #runtime::Registered::#arguments);
            (quote_spanned!(place=> #runtime::Registered #arguments), Make::Named { holds, inputs })
        }
        None => (quote_spanned!(place=> #runtime::Boxed<#tree>), Make::Held(inputs)),
    };
    let ty = quote_spanned!(place=> #runtime::Dynamic<#holds, #answer>);
    Some(Made { id: CodeId(0), ty, make, span: at, role: Role::Leaf, may_be_tree: true })
}

/// The context of the boxed tree, which is that of the outer tree.
fn context<'h>(header: &'h Header, at: Span, errors: &mut Errors) -> Option<&'h TokenStream> {
    errors.push(match &header.context {
        Some(Context::Type(context)) => return Some(context),
        Some(Context::Impl(_)) => codes::CONTEXT
            .at(at, "`dynamic` needs a tree with one context, since the tree in the box has one")
            .help("name a type as the context of this tree, not `impl`"),
        None => codes::NO_CONTEXT
            .at(at, "`dynamic` needs to know the context of this tree")
            .help("name the context: `bt!((Room) = ...)`"),
    });
    None
}

/// Refuses a value without a type, as nothing else shows what the boxed tree returns.
fn refuse_unknown_value(node: &Node, errors: &mut Errors) {
    if let Some(binding) = node.binding.as_ref().filter(|binding| binding.ty.is_none() && !binding.refused)
        && let (Some(name), None) = (binding.names.first(), &binding.tuple)
    {
        let message = format!("cannot infer the type of `{name}` from `dynamic`");
        errors.push(codes::UNKNOWN_TYPE.at(name.span(), message).help(format!("write the type: `-> {name}: Type`")));
    }
}

fn is_local(local: &TokenStream, errors: &mut Errors) -> bool {
    match &*local.to_string() {
        "true" => true,
        "false" => false,
        _ => {
            errors.push(codes::WRONG_ARGUMENT.over(local, "`local` of `dynamic` is `true` or `false`"));
            false
        }
    }
}

/// The path of the runtime library at the user's word, so that rustc points there.
fn located(runtime: &TokenStream, at: Span) -> TokenStream {
    let locate = |mut token: TokenTree| {
        token.set_span(token.span().located_at(at));
        token
    };
    runtime.clone().into_iter().map(locate).collect()
}

/// Tokens that all have the same span. So rustc uses the same words and position wherever it notices that a type is not
/// a registry, and reports that once.
fn all_at(tokens: TokenStream, span: Span) -> TokenStream {
    let locate = |mut token: TokenTree| {
        token.set_span(span);
        token
    };
    tokens.into_iter().map(locate).collect()
}

/// The result of a tick of the boxed tree.
fn answer(runtime: &TokenStream, value: Option<&TokenStream>, error: Option<&TokenStream>) -> TokenStream {
    let answer = match value {
        Some(value) => quote!(#runtime::Poll<#runtime::Option<#value>>),
        None => quote!(#runtime::Status),
    };
    match error {
        Some(error) => quote!(#runtime::Result<#answer, #error>),
        None => answer,
    }
}

/// The boxed tree, for all lifetimes of the context and of the messages.
fn tree(
    runtime: &TokenStream,
    context: &TokenStream,
    answer: &TokenStream,
    message: Option<&TokenStream>,
    is_local: bool,
) -> TokenStream {
    let message = message.cloned().unwrap_or_else(|| quote!(#runtime::NoMessage));
    let ([context, message], all) = for_all_lifetimes([context.clone(), message]);
    let for_all = (!all.is_empty()).then(|| quote!(for<#(#all),*>));
    let name = Ident::new(if is_local { "LocalDynTree" } else { "DynTree" }, Span::call_site());
    quote!(dyn #for_all #runtime::#name<#context, #answer, #message>)
}
