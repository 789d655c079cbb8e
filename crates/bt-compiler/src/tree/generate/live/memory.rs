//! The pieces of nodes that use the memory of the context.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::tree::generate::Generator;
use crate::tree::pieces::{Piece, Simple};
use crate::tree::source::{Code, is_closure};

impl Generator<'_> {
    /// A call of the memory of the context.
    pub(super) fn live_memory(&self, piece: &Piece) -> Option<TokenStream> {
        let (before, args) = self.args_of_memory(piece, &mut |at, simple| self.live_arg(at, simple))?;
        let (lend, function) = self.function_of_memory(piece);
        Some(quote!(#before let holds = __bt::#function(#lend, #(#args),*); __bt::live::holds(io, holds)))
    }

    /// The arguments of such a call. Closures are called before, since they cannot borrow the context meanwhile.
    pub(super) fn args_of_memory(
        &self,
        piece: &Piece,
        simple: &mut dyn FnMut(usize, &Simple) -> Option<TokenStream>,
    ) -> Option<(TokenStream, Vec<TokenStream>)> {
        let (mut before, mut args) = (TokenStream::new(), Vec::new());
        for (at, code) in [piece.code].iter().chain(&piece.others).enumerate() {
            let Code::Value(value) = self.source.get(*code) else { return None };
            let given = match piece.args.get(at)? {
                Some(known) => simple(at, known)?,
                None if is_closure(value) => {
                    let (name, value) = (format_ident!("__value_{at}"), self.value(value));
                    before.extend(quote!(let #name = #value;));
                    name.to_token_stream()
                }
                None => value.clone(),
            };
            args.push(given);
        }
        Some((before, args))
    }

    /// How a node borrows the memory, and the function that it calls.
    pub(super) fn function_of_memory(&self, piece: &Piece) -> (TokenStream, Ident) {
        let name = self.model[piece.node].name.as_str();
        let function = match (name, piece.others.len()) {
            ("remember", 2) => "remember_at",
            ("recalls", 1) => "recalls_value",
            (name, _) => name,
        };
        let lend = if name == "recalls" { quote!(__bt::memory(&*context)) } else { quote!(__bt::memory_mut(context)) };
        (lend, Ident::new(function, Span::call_site()))
    }
}
