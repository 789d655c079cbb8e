//! `#[derive(Literal)]`: an enum whose variants a live tree may have as arguments. Without live trees it adds nothing.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Fields, Variant};

use crate::codes;
use crate::error::{Errors, Mistake};
use crate::options::Options;

/// The items that the derive adds.
pub fn derive_with(input: &DeriveInput, options: Options) -> TokenStream {
    let mut errors = Errors::default();
    let variants = check(input, &mut errors);
    match errors.check() {
        Ok(()) if options.live => unit(input, &variants),
        Ok(()) => TokenStream::new(),
        Err(mistakes) => quote!(#(#mistakes)*),
    }
}

/// The mistakes in a type with this derive.
pub fn mistakes(input: &DeriveInput) -> Vec<Mistake> {
    let mut errors = Errors::default();
    check(input, &mut errors);
    errors.into_list()
}

/// The variants of the enum.
fn check<'i>(input: &'i DeriveInput, errors: &mut Errors) -> Vec<&'i Variant> {
    let name = &input.ident;
    if !input.generics.params.is_empty() {
        let message = format!("`{name}` has parameters, so a text cannot say which `{name}` is meant");
        errors.push(codes::LITERAL.over(&input.generics.params, message));
    }
    let Data::Enum(data) = &input.data else {
        let help = "a leaf can take the fields as arguments of its own";
        errors.push(
            codes::LITERAL.at(name.span(), format!("`Literal` is for enums, but `{name}` is not an enum")).help(help),
        );
        return Vec::new();
    };
    for variant in &data.variants {
        if let Fields::Named(fields) = &variant.fields {
            let types: Vec<String> =
                fields.named.iter().map(|field| field.ty.to_token_stream().to_string().replace(' ', "")).collect();
            let name = &variant.ident;
            let help = format!("write the variant as `{name}({})`", types.join(", "));
            let message = "a variant with named fields cannot be an argument of a live tree";
            errors.push(codes::LITERAL.at(name.span(), message).help(help));
        }
    }
    data.variants.iter().collect()
}

/// What it leaves for live trees: a function that makes a variant from its name and literals.
fn unit(input: &DeriveInput, variants: &[&Variant]) -> TokenStream {
    let name = &input.ident;
    let text = name.to_string();
    let is_cfg = |attribute: &&Attribute| attribute.path().is_ident("cfg");
    let arms = variants.iter().map(|variant| {
        let (cfgs, name, text) = (variant.attrs.iter().filter(is_cfg), &variant.ident, variant.ident.to_string());
        match &variant.fields {
            Fields::Unit => quote!(#(#cfgs)* (#text, __bt::None) => __bt::Some(Self::#name),),
            fields => {
                let args: Vec<_> = (0..fields.len()).map(|at| format_ident!("__{at}")).collect();
                quote!(#(#cfgs)* (#text, __bt::Some([#(#args),*])) => __bt::Some(Self::#name(#(#args.convert()?),*)),)
            }
        }
    });
    let names = variants.iter().map(|variant| {
        let (cfgs, text) = (variant.attrs.iter().filter(is_cfg), variant.ident.to_string());
        quote!(#(#cfgs)* #text,)
    });
    quote! {
        #[allow(unused, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            use ::bt::__private as __bt;
            impl __bt::live::Variants for #name {
                fn make(
                    name: &__bt::live::str,
                    args: __bt::Option<&[__bt::live::Literal]>,
                ) -> __bt::Option<Self> {
                    match (name, args) { #(#arms)* _ => __bt::None }
                }
            }
            __bt::live::inventory::submit! {
                __bt::live::LiteralType {
                    type_name: __bt::live::type_name::<#name>,
                    variants: &[#(#names)*],
                    store: |constant, to| __bt::live::store_variant::<#name>(constant, to, #text),
                }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{derive_with, mistakes};
    use crate::options::Options;
    use syn::parse_quote;

    #[test]
    fn it_adds_nothing_without_live_trees() {
        let input = parse_quote!(
            enum Mode {
                Slow,
                Fast(u32),
            }
        );
        assert!(derive_with(&input, Options::default()).is_empty());
        assert!(derive_with(&input, Options { live: true, ..Options::default() }).to_string().contains("\"Fast\""));
    }

    #[test]
    fn all_mistakes_are_reported_at_once() {
        let found = mistakes(&parse_quote!(
            enum Mode<T> {
                At { x: T, y: u32 },
                Fast,
                To { z: u8 },
            }
        ));
        assert_eq!(found.len(), 3);
        assert_eq!(found[1].help.as_deref(), Some("write the variant as `At(T, u32)`"));
        assert_eq!(
            mistakes(&parse_quote!(
                struct Mode;
            ))
            .len(),
            1
        );
    }
}
