//! The pieces of leaves, decorators and composites.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::pieces::{Kind, Piece, fields};
use crate::tree::source::{Made, Make};

impl Generator<'_> {
    /// The piece of a leaf, a decorator or a composite.
    pub(super) fn made_piece(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, make, lets, error) = (&made.ty, self.live_make(made, piece)?, self.lets(piece)?, self.error());
        let function = match piece.kind {
            Kind::Leaf => {
                return Some(quote! {
                    use __bt::live::Unprobed as _;
                    __bt::live::Probe::<#ty>::NEW.__leaf::<_, #error>(
                        context,
                        io,
                        |context, io| { #lets #make },
                        |value| __bt::live::erase!(value),
                    )
                });
            }
            Kind::Decorator => quote!(decorator),
            _ => quote!(composite),
        };
        Some(quote! {
            use __bt::live::Unprobed as _;
            __bt::live::#function::<#ty, _, _, #error>(context, io, |context, io| {
                #lets
                __bt::live::Probe::<#ty>::NEW.__slot(#make)
            })
        })
    }

    /// What the table says of a leaf, a decorator or a composite.
    pub(super) fn entry_of_made(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, context, check) = (&made.ty, self.context().ty(), self.check(piece)?);
        let refused = quote!(.checked(#check).refused(__bt::live::Probe::<#ty>::NEW.__refused()));
        let known = match piece.kind {
            Kind::Leaf => {
                let adapter = made.may_be_tree.then(|| {
                    quote! {
                        tree: __bt::live::Probe::<#ty>::NEW.__tree(),
                        adapter: || __bt::Some(__bt::live::adapter((|index, context, io| {
                            use __bt::live::Unprobed as _;
                            __bt::live::Probe::<#ty>::NEW.__call(index, context, io)
                        }) as __Adapter)),
                    }
                });
                quote!({
                    use __bt::NotATree as _;
                    __bt::live::LeafType {
                        facts: <#ty>::__TREE,
                        active: |held, node, search| match __bt::live::held::<#ty>(held) {
                            __bt::Some(__bt::MessageSlot::Active(leaf)) => leaf.__seek(node, search),
                            __bt::Some(__bt::MessageSlot::Ended(_)) => search.found_above(node),
                            __bt::None => __bt::None,
                        },
                        #adapter
                        ..__bt::live::LeafType::leaf::<#ty, #context>()
                    }
                })
            }
            Kind::Decorator => {
                let timed = self.of_made(piece.code, "TAKES_TIME");
                quote!(__bt::live::LeafType::node::<#ty>(#timed, __bt::Can::ANYTHING, false))
            }
            _ => {
                let (can, looks) = (self.of_made(piece.code, "CAN"), self.of_made(piece.code, "LOOKS"));
                quote!(__bt::live::LeafType::node::<#ty>(false, #can, #looks))
            }
        };
        let value = (piece.kind == Kind::Leaf).then(
            || quote!(.gives(__bt::live::value_type!(<<#ty as __bt::Node<#context>>::Answer as __bt::Answer>::Value))),
        );
        Some(quote!(.of(#known).slotted(__bt::live::slotting!(#ty)) #value #refused))
    }

    pub(super) fn live_make(&self, made: &Made, piece: &Piece) -> Option<TokenStream> {
        let (ty, runtime) = (&made.ty, &self.runtime);
        Some(match &made.make {
            Make::Default => quote!(<#ty as #runtime::Bare>::bare()),
            Make::New(inputs) => {
                let args = self.live_args(&inputs.args, piece)?;
                quote!(<#ty>::new(#(#args),*))
            }
            Make::Call { path, inputs } => {
                let args = self.live_args(&inputs.args, piece)?;
                quote!(#path(#(#args),*))
            }
            Make::Literal(tokens) => match fields(tokens) {
                None => quote!({ type __Leaf = #ty; __Leaf #tokens }),
                Some(fields) => {
                    let (names, values): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
                    let values = self.live_args(&values, piece)?;
                    quote!({ type __Leaf = #ty; __Leaf { #(#names: #values),* } })
                }
            },
            Make::LiteralVariant(literal) => literal.clone(),
            Make::DefaultVariant(path) => quote!(#path(#runtime::Default::default())),
            Make::Held(_) | Make::Named { .. } => self.make_held(made),
        })
    }

    pub(super) fn live_args(&self, inputs: &[TokenStream], piece: &Piece) -> Option<Vec<TokenStream>> {
        let args = inputs.iter().zip(&piece.args).enumerate().map(|(at, (arg, simple))| match simple {
            None => Some(self.value(arg)),
            Some(simple) => self.live_arg(at, simple),
        });
        args.collect()
    }
}
