//! The types of values, as far as the tree determines them.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::tree::model::{Bound, Kind, Model, NodeId, ValueId};
use crate::tree::source::{Code, Source, key_type};

/// A type that can be named, given the path of the runtime library.
pub enum Type {
    Written(TokenStream),
    /// The value of a leaf, which follows from its type.
    OfLeaf {
        ty: TokenStream,
        span: Span,
    },
    /// The values of the children of a `parallel`; a child without a name has none.
    Each(Vec<Option<Type>>),
}

impl Type {
    pub fn tokens(&self, runtime: &TokenStream) -> TokenStream {
        match self {
            Type::Written(ty) => ty.clone(),
            Type::OfLeaf { ty, span } => {
                let value = Ident::new("Value", *span);
                let asked = quote_spanned!(*span=> [(); #runtime::has_value::<#ty>()]);
                let leaf = quote_spanned!(*span=> <#runtime::Asked<#ty, #asked> as #runtime::Is>::Type);
                quote_spanned!(*span=> <#leaf as #runtime::Produces>::#value)
            }
            Type::Each(types) => {
                let types = types.iter().map(|ty| ty.as_ref().map_or(quote!(()), |ty| ty.tokens(runtime)));
                quote!((#(#types,)*))
            }
        }
    }
}

/// The type of a bound value; `None` if the user would have to write it, or if the number of names is wrong.
pub fn of_value(model: &Model, source: &Source, bound: &Bound) -> Option<Type> {
    if !has_a_name_for_each(model, bound) {
        return None;
    }
    if let Some(Code::Type(ty)) = bound.ty.map(|ty| source.get(ty)) {
        return Some(Type::Written(ty.clone()));
    }
    let node = &model[bound.node];
    if bound.is_matched() {
        let Code::Choice { on, .. } = source.get(node.args.first()?.code()?) else { return None };
        return key_type(on).filter(is_type).map(Type::Written);
    }
    match node.kind {
        Kind::Builtin(builtin) if builtin.binds_item() => {
            let Code::Function(closure) = source.get(node.args.first()?.code()?) else { return None };
            inside_option(key_type(closure)?).filter(is_type).map(Type::Written)
        }
        Kind::Builtin(builtin) if builtin.gives_each() => {
            let parts = node.children.iter().zip(&bound.names);
            let types = parts.map(|(&child, name)| match name.used {
                true => of_node(model, source, child).map(Some),
                false => Some(None),
            });
            types.collect::<Option<_>>().map(Type::Each)
        }
        _ => of_node(model, source, bound.node),
    }
}

/// Whether a value has one name; for a `parallel`, one name for each child.
fn has_a_name_for_each(model: &Model, bound: &Bound) -> bool {
    let node = &model[bound.node];
    match node.kind {
        Kind::Builtin(builtin) if builtin.gives_each() => {
            bound.tuple.is_some() && bound.names.len() == node.children.len()
        }
        _ => bound.tuple.is_none(),
    }
}

/// Whether a name in a pattern is the whole value of the `switch`, because the pattern consists of just the name.
pub fn is_whole(model: &Model, source: &Source, value: ValueId, part: usize) -> bool {
    let bound = &model[value];
    let choice = model[bound.node].args.first().and_then(|arg| arg.code()).map(|code| source.get(code));
    match (choice, bound.names[part].arm) {
        (Some(Code::Choice { arms, .. }), Some(arm)) => arms[arm].pattern.clone().into_iter().count() == 1,
        _ => false,
    }
}

/// The type of a node's value: the first known type of a leaf that may supply it.
pub fn of_node(model: &Model, source: &Source, id: NodeId) -> Option<Type> {
    let node = &model[id];
    match node.kind {
        Kind::Leaf(leaf) => match source.get(leaf) {
            Code::Made(made) => Some(Type::OfLeaf { ty: made.ty.clone(), span: made.span }),
            _ => None,
        },
        _ => node.passing()?.into_iter().find_map(|child| of_node(model, source, child)),
    }
}

/// Whether the tokens are a type, rather than the remains of one.
fn is_type(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::Type>(tokens.clone()).is_ok()
}

/// `T` in `Option<T>`.
fn inside_option(ty: TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = ty.into_iter().collect();
    let open = tokens.iter().position(|token| token.to_string() == "<")?;
    let named = matches!(&tokens[open.checked_sub(1)?], TokenTree::Ident(name) if name == "Option");
    let (close, inner) = tokens[open + 1..].split_last()?;
    // rustfmt ends a list of several lines with a comma.
    let inner = match inner.split_last() {
        Some((comma, inner)) if comma.to_string() == "," => inner,
        _ => inner,
    };
    (named && close.to_string() == ">").then(|| inner.iter().cloned().collect())
}
