//! The items of a tree for `bt-live`: a function for each piece of the user's code, and a table collected by
//! `inventory`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::{Generator, index};
use crate::tree::pieces::{Given, Kind, Live, Piece, Simple};
use crate::tree::source::Code;

mod arguments;
mod functions;
mod made;
mod memory;
mod messages;
mod names;
mod traits;

/// A function, and its entry in the table.
struct Emitted {
    key: (Kind, String, Option<String>, Vec<String>),
    body: TokenStream,
    entry: TokenStream,
    /// The type of a leaf.
    leaf: Option<TokenStream>,
}

impl Generator<'_> {
    /// Everything that a live tree needs: its table, its pieces, and its trait implementations. There is none for an
    /// unnamed tree, or for a tree with a generic or unnamed context.
    pub fn live(&self, live: &Live) -> TokenStream {
        let Live { pieces, text: written } = live;
        let Some(item) = self.tree.header.item.as_ref().filter(|_| self.interface.is_live()) else {
            return TokenStream::new();
        };
        let (name, error, context) = (&item.name, self.error(), self.context().ty());
        let text = name.to_string();
        let params = item.params.iter().enumerate().map(|(at, param)| {
            let (at, name) = (index(at), &param.name);
            quote!(#at => &self.__params.#name,)
        });
        let declared = item.params.iter().map(|param| {
            let (name, ty) = (param.name.to_string(), &param.ty);
            quote!(__bt::live::Param::of::<#ty>(#name))
        });
        let mut all: Vec<Emitted> = Vec::new();
        for piece in pieces {
            if let Some(emitted) = self.piece(piece)
                && all.iter().all(|other| other.key != emitted.key)
            {
                all.push(emitted);
            }
        }
        let shared = pieces.iter().filter_map(|piece| self.shared(piece.code)).map(|piece| self.shared_function(piece));
        let bodies = all.iter().map(|emitted| &emitted.body);
        let draws = quote!(__bt::live::Probe::<#context>::NEW.__draw(context, io));
        let (names, functions): (Vec<Ident>, Vec<TokenStream>) = bodies
            .chain([&draws])
            .enumerate()
            .map(|(number, body)| {
                let name = format_ident!("__piece_{number}");
                let io = quote!(io: &mut __bt::live::Io<'_, '_, '_>);
                let function = quote!(fn #name(context: &mut #context, #io) { use __bt::live::lacking::*; #body });
                (name, function)
            })
            .unzip();
        let numbers = (0u32..).take(names.len()).map(proc_macro2::Literal::u32_unsuffixed);
        let entries = all.iter().map(|emitted| &emitted.entry);
        let leaves = (0u32..).zip(&all).filter_map(|(number, emitted)| {
            let number = proc_macro2::Literal::u32_unsuffixed(number);
            emitted.leaf.as_ref().map(|leaf| (number, leaf))
        });
        let leaves: Vec<_> = leaves.collect();
        let receives = self.live_receive(&leaves);
        let traits = self.interface.live(
            &quote!(match index { #(#params)* _ => &() }),
            &quote!(__call(index, context, io)),
            &quote!(__bt::live::adapts::<__Adapter>(adapter)(index, context, io)),
            &self.live_relay(&leaves),
        );
        quote! {
            type __Adapter = fn(u32, &mut #context, &mut __bt::live::Io<'_, '_, '_>);
            #(#shared)*
            #(#functions)*
            fn __call(index: u32, context: &mut #context, io: &mut __bt::live::Io<'_, '_, '_>) {
                match index { #(#numbers => #names(context, io),)* _ => __bt::live::no_piece() }
            }
            #traits
            #receives
            __bt::live::inventory::submit! {
                __bt::live::Unit {
                    tree: __bt::live::type_name::<#name>,
                    name: #text,
                    text: #written,
                    file: __bt::file!(),
                    package: __bt::live::option_env!("CARGO_MANIFEST_DIR"),
                    facts: || <#name as __bt::GeneratedTree>::__FACTS,
                    context: __bt::live::type_id::<__Adapter>,
                    adapter: || __bt::live::adapter(__call as __Adapter),
                    error: __bt::live::type_id::<#error>,
                    params: || __bt::live::vec![#(#declared),*],
                    codes: || {
                        use __bt::live::lacking::*;
                        __bt::live::vec![
                            #(#entries,)*
                            __bt::live::Code::new(__bt::live::Kind::Draws, "", __bt::live::vec![])
                                .refused(__bt::live::Probe::<#context>::NEW.__draws())
                        ]
                    },
                }
            }
        }
    }

    /// A piece. `None` if it cannot be in the table, so that a text that uses it needs a build.
    fn piece(&self, piece: &Piece) -> Option<Emitted> {
        let Given::Code(key) = &piece.given else { return None };
        let kind = Ident::new(&format!("{:?}", piece.kind), Span::call_site());
        let reads = piece.reads.iter().map(|read| {
            let (name, ty) = (&read.name, self.type_of_read(read)?);
            Some(quote!(__bt::live::read::<#ty>(#name)))
        });
        let reads: Vec<TokenStream> = reads.collect::<Option<_>>()?;
        let (body, more) = match self.tree.source.get(piece.code) {
            Code::Made(made) => (self.made_piece(piece, made)?, self.entry_of_made(piece, made)?),
            _ => (self.function_piece(piece)?, self.entry_of_function(piece)?),
        };
        let lets = self.lets(piece)?;
        let reads = quote!(__bt::live::vec![#(#reads),*]);
        let names = piece.reads.iter().map(|read| read.name.clone()).collect();
        let constants = piece.exact.as_ref().map(|exact| {
            let is_constant = |(_, arg): &(usize, &Option<Simple>)| matches!(arg, Some(Simple::Constant(_)));
            let places = piece.args.iter().enumerate().filter(is_constant).map(|(at, _)| index(at));
            quote!(.with_constants(#exact, &[#(#places),*]))
        });
        Some(Emitted {
            key: (piece.kind, key.clone(), piece.exact.clone(), names),
            body: if matches!(self.tree.source.get(piece.code), Code::Made(_)) || self.shared(piece.code).is_some() {
                body
            } else {
                quote!(#lets #body)
            },
            entry: quote!(__bt::live::Code::new(__bt::live::Kind::#kind, #key, #reads) #constants #more),
            leaf: match self.tree.source.get(piece.code) {
                Code::Made(made) if piece.kind == Kind::Leaf => Some(made.ty.clone()),
                _ => None,
            },
        })
    }
}
