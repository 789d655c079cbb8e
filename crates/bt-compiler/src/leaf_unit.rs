//! The items of a leaf for `bt-live`, so that a text may use the leaf even if no built tree does.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// How a text can construct a leaf.
pub enum Makes<'a> {
    /// From its name alone, if it has a `Default`.
    Default,
    /// By `new` with arguments of these types.
    New(Vec<&'a TokenStream>),
    /// By a struct literal with these fields, ordered by name.
    Fields(Vec<(Ident, &'a TokenStream)>),
}

/// How a leaf is constructed from its table.
struct Made {
    /// Its name, with its fields and placeholders for its arguments.
    key: String,
    make: TokenStream,
    /// Checks the arguments of a text.
    check: TokenStream,
    /// The function that constructs it without arguments, and the condition under which it exists.
    default: Option<(TokenStream, TokenStream)>,
}

impl Made {
    fn new(name: &Ident, makes: &Makes) -> Self {
        match makes {
            Makes::Default => Made::by_default(name),
            Makes::New(types) => {
                let args = args(types);
                Made::by_arguments(format!("{name}"), quote!(#name::new(#(#args,)*)), types)
            }
            Makes::Fields(fields) => {
                let (names, types): (Vec<&Ident>, Vec<&TokenStream>) =
                    fields.iter().map(|(name, ty)| (name, *ty)).unzip();
                let (args, of_fields) = (args(&types), names.iter().map(ToString::to_string).collect::<Vec<_>>());
                // The key of a leaf without fields is its name.
                let fields = if names.is_empty() { String::new() } else { format!("{{{}}}", of_fields.join(",")) };
                Made::by_arguments(format!("{name}{fields}"), quote!(#name { #(#names: #args,)* }), &types)
            }
        }
    }

    fn by_default(name: &Ident) -> Self {
        let function = quote!(fn __default() -> #name {
            use __bt::live::Unprobed as _;
            match __bt::live::Probe::<#name>::NEW.__default() {
                __bt::Some(made) => made(),
                __bt::None => __bt::live::no_piece(),
            }
        });
        let refused = quote!(.refused(__bt::live::Probe::<#name>::NEW.__has_default()));
        let (make, check) = (quote!(__default()), quote!(__bt::Ok(())));
        Made { key: name.to_string(), make, check, default: Some((function, refused)) }
    }

    fn by_arguments(name: String, make: TokenStream, types: &[&TokenStream]) -> Self {
        let numbers: Vec<Literal> = (0..types.len()).map(Literal::usize_unsuffixed).collect();
        let check = quote! {
            #(
                __bt::live::cloned::<#types>(args, #numbers, __bt::live::clone_of!(#types))?;
                __bt::live::fits::<#types>(args, #numbers)?;
            )*
            __bt::Ok(())
        };
        Made { key: format!("{name}({})", vec!["_"; types.len()].join(",")), make, check, default: None }
    }
}

/// The arguments of a text, as values of these types.
fn args(types: &[&TokenStream]) -> Vec<TokenStream> {
    let arg = |(at, ty): (usize, &&TokenStream)| {
        let at = Literal::usize_unsuffixed(at);
        quote!(io.arg::<#ty>(#at, __bt::live::clone_of!(#ty)))
    };
    types.iter().enumerate().map(arg).collect()
}

/// The operations on slots of a type, whose traits are in scope.
pub fn slotting(ty: &TokenStream, at: Span) -> TokenStream {
    let probe = quote_spanned!(at=> __bt::live::Probe::<#ty>::NEW);
    quote_spanned! {at=>
        __bt::live::Slotting {
            clone: #probe.__clone_slot(),
            debug: #probe.__debug_slot(),
            save: #probe.__save_slot(),
            load: #probe.__load_slot(),
        }
    }
}

/// The table of one leaf. `context` has `'_` in place of lifetimes that change from tick to tick.
pub fn unit(bt: &TokenStream, name: &Ident, context: &TokenStream, makes: &Makes) -> TokenStream {
    let Made { key, make, check, default } = Made::new(name, makes);
    let (default, refused) = default.unzip();
    let (io, slotting) = (format_ident!("io"), slotting(&name.to_token_stream(), Span::call_site()));
    // A second implementation of the behavior, for example by hand, causes one error.
    let asked = quote!(<__bt::Asked<#name, [(); __bt::is_behavior::<#name, #context>()]> as __bt::Is>::Type);
    let leaf = quote!(__bt::live::AsLeaf::<#asked, #context, ()>::NEW.__own());
    quote! {
        #[allow(unused, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            use #bt::__private as __bt;
            type __Adapter = fn(u32, &mut #context, &mut __bt::live::Io<'_, '_, '_>);
            #default
            fn __call(_: u32, context: &mut #context, #io: &mut __bt::live::Io<'_, '_, '_>) {
                use __bt::live::lacking::*;
                #leaf.__leaf(
                    context,
                    #io,
                    |_: &mut #context, #io: &__bt::live::Io<'_, '_, '_>| #make,
                    __bt::live::eraser!(#leaf.__gives()),
                )
            }
            __bt::live::inventory::submit! {
                __bt::live::LeafUnit {
                    module: __bt::live::module_path!(),
                    context: __bt::live::type_id::<__Adapter>,
                    adapter: || __bt::live::adapter(__call as __Adapter),
                    error: || {
                        use __bt::live::lacking::*;
                        #leaf.error()
                    },
                    code: || {
                        use __bt::live::lacking::*;
                        __bt::live::Code::new(__bt::live::Kind::Leaf, #key, __bt::live::vec![])
                            .of(#leaf.__type())
                            .slotted(#slotting)
                            .gives(__bt::live::value_type!(probe #leaf.__gives()))
                            .checked(|args| { #check })
                            .refused(__bt::live::Probe::<#name>::NEW.__refused())
                            #refused
                    },
                }
            }
        };
    }
}

/// The tokens with `'_` in place of each of these lifetimes, which are named without their `'`.
pub fn elided(tokens: TokenStream, is: &dyn Fn(&str) -> bool) -> TokenStream {
    let mut in_lifetime = false;
    let elide = |token: TokenTree| {
        let after_quote = std::mem::replace(&mut in_lifetime, false);
        match token {
            TokenTree::Punct(mark) => {
                in_lifetime = mark.as_char() == '\'';
                TokenTree::Punct(mark)
            }
            TokenTree::Ident(word) if after_quote && is(&word.to_string()) => Ident::new("_", word.span()).into(),
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), elided(group.stream(), is));
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        }
    };
    tokens.into_iter().map(elide).collect()
}

#[cfg(test)]
mod tests {
    use super::elided;
    use quote::quote;

    #[test]
    fn lifetimes_that_change_are_elided() {
        let context = elided(quote!(World<'w, 'static, [Eye<'w>; 2]>), &|name| name == "w");
        assert_eq!(context.to_string(), quote!(World<'_, 'static, [Eye<'_>; 2]>).to_string());
    }
}
