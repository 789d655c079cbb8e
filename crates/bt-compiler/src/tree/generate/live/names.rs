//! The names that a piece uses.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::tree::generate::{Generator, index};
use crate::tree::model::CodeId;
use crate::tree::pieces::{Means, Piece, Read};
use crate::tree::source::{Code, span_of};

impl Generator<'_> {
    /// Brings the names into scope that a piece reads.
    pub(super) fn lets(&self, piece: &Piece) -> Option<TokenStream> {
        let lets = piece.reads.iter().enumerate().map(|(at, read)| {
            let (at, ty) = (index(at), self.type_of_read(read)?);
            self.let_name(piece, read, quote!(io.read::<#ty>(#at)))
        });
        lets.collect()
    }

    /// Brings a name into scope, or the names of a pattern.
    pub(super) fn let_name(&self, piece: &Piece, read: &Read, value: TokenStream) -> Option<TokenStream> {
        let ty = self.type_of_read(read)?;
        if let Means::Matched(matched, arm) = read.means {
            let switch = &self.tree.model[self.tree.model[matched].node];
            let Code::Choice { arms, .. } = self.tree.source.get(switch.code(0)) else { return None };
            let pattern = &arms[arm].pattern;
            return Some(quote! {
                let __matched: &#ty = #value;
                #[allow(unused_variables, unused_parens, irrefutable_let_patterns)]
                let (#pattern) = __matched else { __bt::other_pattern() };
            });
        }
        let name = self.name_of(piece, read)?;
        Some(quote!(let #name: &#ty = #value;))
    }

    pub(super) fn name_of(&self, piece: &Piece, read: &Read) -> Option<TokenStream> {
        match read.means {
            Means::Param(param) => {
                let mut name = self.tree.header.item.as_ref()?.params.get(param)?.name.clone();
                // It means what it means in the header, even in a macro.
                name.set_span(name.span().located_at(span_of(&self.tree.source.get(piece.code).written())));
                Some(name.to_token_stream())
            }
            Means::Value(..) => {
                let codes = [piece.code].into_iter().chain(piece.others.iter().copied());
                let used =
                    codes.flat_map(|code: CodeId| self.tree.source.uses(code)).find(|used| used.name == read.name)?;
                Some(used.name.to_token_stream())
            }
            Means::Matched(..) => None,
        }
    }

    /// The type of what a name means, if it can be named.
    pub(super) fn type_of_read(&self, read: &Read) -> Option<TokenStream> {
        let runtime = quote!(__bt);
        match read.means {
            Means::Param(param) => Some(self.tree.header.item.as_ref()?.params.get(param)?.ty.clone()),
            Means::Value(value, Some(part)) => Some(self.type_of_part(value, part, &runtime)),
            Means::Value(value, None) | Means::Matched(value, _) => Some(self.type_of(value, &runtime)),
        }
    }
}
