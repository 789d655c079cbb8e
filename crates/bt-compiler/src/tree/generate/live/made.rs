//! The pieces of leaves, decorators and composites. All mentions of their type have the position of the mention in the
//! built tree, so that an invalid type is one error.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::leaf_unit::slotting;
use crate::tokens::own;
use crate::tree::generate::Generator;
use crate::tree::generate::values::context_at;
use crate::tree::pieces::{Kind, Piece};
use crate::tree::source::{Made, Make, span_of};

impl Generator<'_> {
    /// The piece of a leaf, a decorator or a composite.
    pub(super) fn made_piece(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, (lets, make), at) = (&made.ty, self.make_in_piece(made, piece)?, span_of(&made.ty));
        let (context, error) = (self.context().ty(), self.error());
        let (held, io) = (context_at(at), own("io", at));
        let params = quote_spanned!(at=> #held: &mut #context, #io: &__bt::live::Io<'_, '_, '_>);
        let function = |make: TokenStream| quote_spanned!(at=> |#params| { #lets #make });
        let slot = function(quote_spanned!(at=> __bt::live::Probe::<#ty>::NEW.__slot(#make)));
        let parent = |hooks: TokenStream| {
            let parent = quote_spanned!(at=> __bt::live::AsParent::<#ty, #context, _, #error>);
            quote_spanned!(at=> #parent::asked([(); #parent::#hooks]))
        };
        Some(match piece.kind {
            Kind::Leaf => {
                let (make, leaf) = (function(make), self.as_leaf(ty));
                quote_spanned!(at=> #leaf.__leaf(#held, #io, #make, __bt::live::eraser!(#leaf.__gives())))
            }
            Kind::Decorator => {
                let parent = parent(quote_spanned!(at=> DECORATES));
                quote_spanned!(at=> #parent.__decides().__decorator(#held, #io, #slot))
            }
            _ => {
                let parent = parent(quote_spanned!(at=> COMPOSES));
                quote_spanned!(at=> #parent.__chooses().__composite(#held, #io, #slot))
            }
        })
    }

    /// The code that constructs it, and the names that the code needs.
    fn make_in_piece(&self, made: &Made, piece: &Piece) -> Option<(TokenStream, TokenStream)> {
        Some(match (self.shared(piece.code), &made.make) {
            (Some(shared), _) => (TokenStream::new(), self.live_call(shared)),
            (None, Make::Held(_) | Make::Named { .. }) => (self.lets(piece)?, self.make_held(made)),
            (None, Make::Default) => {
                let (ty, at) = (&made.ty, span_of(&made.ty));
                (TokenStream::new(), quote_spanned!(at=> __bt::live::Probe::<#ty>::NEW.__bare()))
            }
            (None, _) => (self.lets(piece)?, self.make(made)),
        })
    }

    /// The question whether a type is a leaf of this tree.
    pub(super) fn as_leaf(&self, ty: &TokenStream) -> TokenStream {
        let (context, error) = (self.context().ty(), self.error());
        let leaf = quote_spanned!(span_of(ty)=> __bt::live::AsLeaf::<#ty, #context, #error>);
        quote_spanned!(span_of(ty)=> #leaf::asked([(); #leaf::ASKED]))
    }

    /// The table's entry for a leaf, a decorator or a composite.
    pub(super) fn entry_of_made(&self, piece: &Piece, made: &Made) -> Option<TokenStream> {
        let (ty, check, at) = (&made.ty, self.check(piece), span_of(&made.ty));
        let (known, value) = match piece.kind {
            Kind::Leaf => {
                let leaf = self.as_leaf(ty);
                let value = quote_spanned!(at=> .gives(__bt::live::value_type!(probe #leaf.__gives())));
                (self.leaf_type(made), Some(value))
            }
            Kind::Decorator => {
                let timed = self.of_made(piece.code, "TAKES_TIME");
                (quote!(__bt::live::LeafType::node::<#ty>(#timed, __bt::Can::ANYTHING, false)), None)
            }
            _ => {
                let (can, looks) = (self.of_made(piece.code, "CAN"), self.of_made(piece.code, "LOOKS"));
                (quote!(__bt::live::LeafType::node::<#ty>(false, #can, #looks)), None)
            }
        };
        let refused = quote_spanned!(at=> .refused(__bt::live::Probe::<#ty>::NEW.__refused()));
        let slotting = slotting(ty, at);
        Some(quote!(.of(#known).slotted(#slotting) #value.checked(#check) #refused))
    }

    /// What is known about the type of a leaf.
    fn leaf_type(&self, made: &Made) -> TokenStream {
        let (ty, leaf, at) = (&made.ty, self.as_leaf(&made.ty), span_of(&made.ty));
        let adapter = made.may_be_tree.then(|| {
            quote_spanned! {at=>
                tree: __bt::live::Probe::<#ty>::NEW.__tree(),
                adapter: || __bt::Some(__bt::live::adapter((|index, context, io| {
                    use __bt::live::lacking::*;
                    #leaf.__call(index, context, io)
                }) as __Adapter)),
            }
        });
        quote_spanned! {at=> {
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
        }}
    }
}
