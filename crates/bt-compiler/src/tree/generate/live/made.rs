//! The pieces of leaves, decorators and composites.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::pieces::{Kind, Piece};
use crate::tree::source::{Made, Make};

impl Generator<'_> {
    /// The piece of a leaf, a decorator or a composite.
    pub(super) fn made_piece(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, (lets, make)) = (&made.ty, self.make_in_piece(made, piece)?);
        let (context, error) = (self.context().ty(), self.error());
        let function =
            |make: TokenStream| quote!(|context: &mut #context, io: &__bt::live::Io<'_, '_, '_>| { #lets #make });
        let (slot, parent) = (
            function(quote!(__bt::live::Probe::<#ty>::NEW.__slot(#make))),
            quote!(__bt::live::AsParent::<#ty, #context, _, #error>::NEW),
        );
        Some(match piece.kind {
            Kind::Leaf => {
                let (make, leaf) = (function(make), self.as_leaf(ty));
                quote! {
                    let erase = __bt::live::eraser!(#leaf.__gives());
                    #leaf.__leaf(context, io, #make, erase)
                }
            }
            Kind::Decorator => quote!(#parent.__decides().__decorator(context, io, #slot)),
            _ => quote!(#parent.__chooses().__composite(context, io, #slot)),
        })
    }

    /// What makes it, and the names that this needs.
    fn make_in_piece(&self, made: &Made, piece: &Piece) -> Option<(TokenStream, TokenStream)> {
        Some(match (self.shared(piece.code), &made.make) {
            (Some(shared), _) => (TokenStream::new(), self.live_call(shared)),
            (None, Make::Held(_) | Make::Named { .. }) => (self.lets(piece)?, self.make_held(made)),
            (None, Make::Default) => {
                let ty = &made.ty;
                (TokenStream::new(), quote!(__bt::live::Probe::<#ty>::NEW.__bare()))
            }
            (None, _) => (self.lets(piece)?, self.make(made)),
        })
    }

    /// The question whether a type is a leaf of this tree.
    pub(super) fn as_leaf(&self, ty: &TokenStream) -> TokenStream {
        let (context, error) = (self.context().ty(), self.error());
        quote!(__bt::live::AsLeaf::<#ty, #context, #error>::NEW)
    }

    /// What the table says of a leaf, a decorator or a composite.
    pub(super) fn entry_of_made(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, check) = (&made.ty, self.check(piece));
        let refused = quote!(.checked(#check).refused(__bt::live::Probe::<#ty>::NEW.__refused()));
        let known = match piece.kind {
            Kind::Leaf => {
                let leaf = self.as_leaf(ty);
                let adapter = made.may_be_tree.then(|| {
                    quote! {
                        tree: __bt::live::Probe::<#ty>::NEW.__tree(),
                        adapter: || __bt::Some(__bt::live::adapter((|index, context, io| {
                            use __bt::live::lacking::*;
                            #leaf.__call(index, context, io)
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
                        ..#leaf.__type()
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
        let value = (piece.kind == Kind::Leaf).then(|| {
            let leaf = self.as_leaf(ty);
            quote!(.gives(__bt::live::value_type!(probe #leaf.__gives())))
        });
        Some(quote!(.of(#known).slotted(__bt::live::slotting!(#ty)) #value #refused))
    }
}
