//! The output for a tree with mistakes: the errors, and a type with all its methods.
//!
//! The type prevents further errors in code that uses the tree.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Generics;

use crate::context::Context;
use crate::editor::{anywhere, declaring, name_in_trees};
use crate::error::Mistake;
use crate::options::Options;
use crate::tree::ast::{Header, Item};
use crate::tree::check::Mistaken;
use crate::tree::generate::{Bodies, Interface, users_code};
use crate::tree::model::Model;
use crate::tree::source::{Code, Role, Source};

/// The errors, and the type that the header declares.
pub fn fallback(
    runtime: &TokenStream,
    header: &Header,
    read: Option<(&Model, &Source, &Mistaken)>,
    mistakes: Vec<Mistake>,
    options: Options,
) -> TokenStream {
    let one = mistakes.len() == 1;
    let errors = quote!(#(#mistakes)*);
    if header.item.is_none() && header.context.is_none() {
        // Without a header, it may be unclear whether an item or an expression is expected. A single error can be
        // either.
        let declares = read.is_none() || one;
        return if declares { errors } else { quote!({ #errors }) };
    }
    let any = Context::Impl(TokenStream::new());
    let header = Header { context: header.context.clone().or(Some(any)), ..header.clone() };
    let context_is_known = !matches!(&header.context, Some(Context::Impl(bounds)) if bounds.is_empty());
    let empty = Source::default();
    let interface = Interface::new(runtime, &header, read.map_or(&empty, |(_, source, _)| source));
    let checked = read.filter(|_| context_is_known).map(|(model, source, mistaken)| {
        let leaves = checked(runtime, &interface, source);
        let code = (!header.lacks_params).then(|| users_code(&interface, &header, model, source, mistaken));
        let allow = interface.allow();
        quote!(#allow const _: () = { use #runtime as __bt; #leaves #code };)
    });
    let mistakes = quote!(const _: () = { #errors }; #checked);
    interface.items(&bodies(&interface), mistakes, live(&interface, options))
}

/// Makes the type live, if possible, so that an alias of `Live<..>` is not a second error.
fn live(interface: &Interface, options: Options) -> TokenStream {
    options.live.then(|| interface.broken_live()).flatten().unwrap_or_default()
}

/// The expansion for an editor: the meaning of the tokens, the type with the drawing of the tree, and the errors. An
/// editor goes to the `=` for the methods of the type.
pub fn in_editor(
    runtime: &TokenStream,
    header: &Header,
    meaning: TokenStream,
    docs: Option<TokenStream>,
    equals: Span,
    mistakes: Vec<Mistake>,
    options: Options,
) -> TokenStream {
    let errors = (!mistakes.is_empty()).then(|| quote!(const _: () = { #(#mistakes)* };));
    // Without a header, the context follows from the leaves, and an editor would have to know their types.
    let any = Context::Impl(TokenStream::new());
    let header = &Header { context: header.context.clone().or(Some(any)), ..header.clone() };
    let interface = Interface::new(runtime, header, &Source::default());
    let bodies = bodies(&interface);
    let bodies = Bodies { docs: docs.unwrap_or_else(|| bodies.docs.clone()), ..bodies };
    let items = interface.items(&bodies, TokenStream::new(), live(&interface, options));
    let Some(Item { visibility, name, attributes, .. }) = &header.item else {
        let declared = anywhere(items);
        return quote!({ #meaning #errors #declared });
    };
    let declared = declaring(items, name, equals);
    let docs = attributes.iter().filter(|attribute| attribute.is_doc());
    let in_trees = name_in_trees(&quote!(#(#docs)*), visibility, name, &Generics::default(), equals);
    quote!(#meaning #declared #in_trees #errors)
}

/// Code that uses every leaf with the context, so that rustc reports unsuitable leaves in the same run.
fn checked(runtime: &TokenStream, interface: &Interface, source: &Source) -> TokenStream {
    let (context, generics) = (interface.context.ty(), interface.context.generics());
    let leaves = source.all().filter_map(|code| match code {
        Code::Made(made) => {
            let (item, returned) = match made.role {
                Role::Leaf => ("KNOWN", None),
                Role::Decorator => ("before", Some(quote_spanned!(made.span=> , _))),
                Role::Composite => ("first", Some(quote_spanned!(made.span=> , _))),
            };
            let (open, ty, item) = (made.open(), &made.ty, Ident::new(item, made.end()));
            let of = Ident::new(made.role.of_trait(), made.span);
            Some(quote_spanned!(made.span=> let _ = #open #ty as #runtime::#of<#context #returned>>::#item;))
        }
        _ => None,
    });
    quote!(fn leaves #generics(_: &#context) { #(#leaves)* })
}

/// The bodies of methods that are never called, since the errors stop the build.
fn bodies(interface: &Interface) -> Bodies {
    let broken = quote!(__bt::broken());
    let params = interface.params_value();
    Bodies {
        fields: quote!(),
        new: quote!(Self { #params }),
        may_keep_time: false,
        takes_time: None,
        enter: broken.clone(),
        send: broken.clone(),
        send_with: broken.clone(),
        look: broken.clone(),
        reset: broken.clone(),
        is_running: quote!(false),
        active: broken.clone(),
        sleep: broken,
        can: None,
        send_inside: quote!(__bt::broken::<()>();),
        tree: quote!(__bt::Facts::LEAF),
        is_whole: None,
        place: quote!(),
        docs: quote!(#[doc = "A tree with mistakes in it."]),
    }
}
