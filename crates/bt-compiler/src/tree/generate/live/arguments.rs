//! Arguments that are not code. A piece with such arguments becomes a function that the built tree and the live tree
//! both call, so that a mistake in them is reported once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::tokens::own;
use crate::tree::generate::values::{context_at, taken_value};
use crate::tree::generate::{Generator, index};
use crate::tree::model::CodeId;
use crate::tree::pieces::{Given, Kind, Means, Piece, Read, Simple, fields};
use crate::tree::source::{Code, Make, span_of};

impl Generator<'_> {
    /// The piece with this code, if it is a function that both trees call.
    pub fn shared(&self, code: CodeId) -> Option<&Piece> {
        let pieces = &self.live.filter(|_| self.interface.is_live())?.pieces;
        let piece = &pieces[pieces.binary_search_by_key(&code, |piece| piece.code).ok()?];
        let has_simple = piece.args.iter().any(Option::is_some) && matches!(piece.given, Given::Code(_));
        let is_made = piece.kind == Kind::Memory || self.has_arguments(code);
        let named = || self.lent(piece).iter().all(|read| self.type_of_read(read).is_some());
        (has_simple && is_made && named()).then_some(piece)
    }

    /// Whether this constructs a leaf, a decorator or a composite from arguments.
    fn has_arguments(&self, code: CodeId) -> bool {
        let Code::Made(made) = self.tree.source.get(code) else { return false };
        match &made.make {
            Make::New(_) | Make::Call { .. } => true,
            Make::Literal(tokens) => fields(tokens).is_some(),
            _ => false,
        }
    }

    /// The function of a piece. Without names it only checks the types of the arguments.
    pub fn shared_function(&self, piece: &Piece) -> TokenStream {
        let (name, context) = (shared_name(piece), self.context().ty());
        let (lend, made) = match self.tree.source.get(piece.code) {
            Code::Made(made) => (None, made.ty.clone()),
            _ => (Some(quote!(mut)), quote!(bool)),
        };
        let lent = self.lent(piece);
        let types = lent.iter().map(|read| self.type_of_read(read).unwrap_or_default());
        let names: Vec<Ident> = lent.iter().map(|read| lent_name(read)).collect();
        let lets = piece.reads.iter().filter_map(|read| {
            let lent = lent_name(read);
            self.let_name(piece, read, quote!(#lent.get()))
        });
        let simple = piece.args.iter().enumerate().filter_map(|(at, arg)| arg.as_ref().map(|arg| (at, arg)));
        let places = simple.clone().filter(|(_, arg)| !matches!(arg, Simple::Name(_))).map(|(at, _)| place(at));
        let fits = simple.map(|(at, arg)| {
            let number = index(at);
            match arg {
                Simple::Name(read) => {
                    let place = index(1 + lent.iter().position(|other| other.name == read.name).unwrap_or_default());
                    quote! {
                        given.name_fits(#number, __bt::live::lent(names.as_ref().map(|names| &names.#place)).__clone());
                    }
                }
                Simple::Constant(_) => {
                    let place = place(at);
                    quote!(given.constant_fits(#number, &#place);)
                }
                Simple::Literal(_) => {
                    let place = place(at);
                    quote!(given.fits(#number, &#place);)
                }
            }
        });
        let value = match self.tree.source.get(piece.code) {
            Code::Made(made) => self.make(made),
            _ => self.memory_in_piece(piece),
        };
        // It has the position of its first type, like the parameters of the built tree. So a leaf without a value is
        // one error.
        let at = self.place_of_lent(piece);
        let param = own("names", at);
        let param = quote_spanned!(at=> #param: __bt::Option<(&#lend #context, #(__bt::live::Lent<'_, #types>,)*)>);
        quote! {
            fn #name(
                given: &impl __bt::live::Given,
                #param,
            ) -> __bt::Option<#made> {
                use __bt::live::lacking::*;
                #(let #places = __bt::None;)*
                #(#fits)*
                let (context, #(#names,)*) = names?;
                #(#lets)*
                __bt::Some(#value)
            }
        }
    }

    /// The call of that function by the built tree.
    pub fn shared_call(&self, piece: &Piece) -> TokenStream {
        let at = self.place_of_lent(piece);
        let (context, runtime) = (context_of(piece, at), self.runtime_at(at));
        let names = self.lent(piece).into_iter().map(|read| match read.means {
            Means::Param(param) => {
                let params = self.tree.header.item.as_ref().map(|item| &item.params);
                let field = params.and_then(|params| params.get(param)).map(|param| &param.name);
                quote!(Ref(&params.#field))
            }
            Means::Matched(value, _) => {
                let bound = self.bound(value);
                quote!(Ref(#runtime::bound(#bound)))
            }
            Means::Value(value, part) => {
                let (bound, part) = (self.bound(value), part.map(index).map(|part| quote!(.#part)));
                match (self.moves(piece, read), part) {
                    (true, part) => {
                        let taken = taken_value(value);
                        quote!(Own(#taken #part))
                    }
                    (false, None) => quote!(Ref(#runtime::bound(#bound))),
                    (false, part) => quote!(Ref(&#runtime::bound(#bound)#part)),
                }
            }
        });
        let takes = self.takes(piece.code);
        let lent = quote_spanned!(at=> #runtime::Some((#context, #(#runtime::live::Lent::#names,)*)));
        let call = self.called(piece, quote_spanned!(at=> &#runtime::live::Written, #lent));
        let call = quote!(#runtime::live::made(#call));
        if takes.is_empty() { call } else { quote!({ #(#takes)* #call }) }
    }

    /// The call of that function by a live tree.
    pub fn live_call(&self, piece: &Piece) -> TokenStream {
        let at = self.place_of_lent(piece);
        let (context, io) = (context_of(piece, at), own("io", at));
        let names = self.lent(piece).into_iter().enumerate().map(|(at, _)| {
            if at >= piece.reads.len() {
                return quote!(Argument);
            }
            let at = index(at);
            quote!(Ref(io.read(#at)))
        });
        let args = quote_spanned!(at=> &*#io, __bt::Some((#context, #(__bt::live::Lent::#names,)*)));
        let call = self.called(piece, args);
        quote!(__bt::live::made(#call))
    }

    /// The function that checks the types of the arguments that are not code.
    pub(super) fn check(&self, piece: &Piece) -> TokenStream {
        match self.shared(piece.code) {
            None => quote!(|_| __bt::Ok(())),
            Some(piece) => {
                let at = self.place_of_lent(piece);
                let given = own("given", at);
                let call = self.called(piece, quote_spanned!(at=> #given, __bt::None));
                quote!(|args| __bt::live::checked(args, |given| #call))
            }
        }
    }

    /// A call of that function, at the start of the first name's type. So a leaf without a value is one error.
    fn called(&self, piece: &Piece, args: TokenStream) -> TokenStream {
        let mut name = shared_name(piece);
        let at = self.place_of_lent(piece);
        name.set_span(at);
        quote_spanned!(at=> #name(#args))
    }

    /// Where the type of the first name begins.
    fn place_of_lent(&self, piece: &Piece) -> Span {
        let mut types = self.lent(piece).into_iter().filter_map(|read| self.type_of_read(read));
        types.next().map_or_else(Span::call_site, |ty| span_of(&ty))
    }

    /// What the function of a piece takes: the names that its code reads, and the names that are its arguments.
    fn lent<'p>(&self, piece: &'p Piece) -> Vec<&'p Read> {
        let mut lent: Vec<&Read> = piece.reads.iter().collect();
        for arg in piece.args.iter().flatten() {
            if let Simple::Name(read) = arg
                && lent.iter().all(|other| other.name != read.name)
            {
                lent.push(read);
            }
        }
        lent
    }

    /// Whether a piece is the last to use a value, so that the built tree moves it.
    fn moves(&self, piece: &Piece, read: &Read) -> bool {
        matches!(read.means, Means::Value(value, _) if self.tree.plan.moves.is_taken_by(piece.code, value))
    }

    /// The arguments of a call, in a piece.
    pub fn args_in_piece(&self, code: CodeId, inputs: &[TokenStream]) -> Vec<TokenStream> {
        let known = self.shared(code).map(|piece| (piece, &piece.args));
        let args = inputs.iter().enumerate().map(|(at, arg)| match known {
            Some((piece, args)) => self.arg_in_piece(piece, at, args.get(at).and_then(Option::as_ref), arg),
            None => self.value(arg),
        });
        args.collect()
    }

    /// An argument in a piece, entirely at the user's token.
    pub fn arg_in_piece(&self, piece: &Piece, at: usize, known: Option<&Simple>, arg: &TokenStream) -> TokenStream {
        let (number, place, span) = (index(at), place(at), span_of(arg));
        let given = own("given", span);
        match known {
            None => self.value(arg),
            Some(Simple::Literal(_)) => quote_spanned!(span=> #given.literal(#number, || #arg, &#place)),
            Some(Simple::Constant(_)) => quote_spanned!(span=> #given.constant(#number, || #arg, &#place)),
            Some(Simple::Name(read)) => {
                let (lent, name) = (lent_name(read), self.name_of(piece, read));
                let clone = quote!(__bt::live::lent(__bt::Some(&#lent)).__clone());
                let written = match (self.moves(piece, read) && self.is_last(piece, read, at), is_read(piece, read)) {
                    (true, _) => quote_spanned!(span=> #lent.own()),
                    (false, true) => arg.clone(),
                    (false, false) => quote_spanned!(span=> { let #name = #lent.get(); #arg }),
                };
                quote_spanned!(span=> { let __value = #given.name(#number, #clone, || #written); __value })
            }
        }
    }

    fn is_last(&self, piece: &Piece, read: &Read, at: usize) -> bool {
        let uses = self.tree.source.uses(piece.code).iter();
        let Means::Value(value, part) = read.means else { return false };
        uses.filter(|used| used.value == value && used.part == part).any(|used| used.last == Some(at))
    }
}

/// The context, as the function of a piece gets it.
fn context_of(piece: &Piece, at: Span) -> TokenStream {
    let context = context_at(at);
    match piece.kind {
        Kind::Memory => quote_spanned!(at=> &mut *#context),
        _ => quote_spanned!(at=> &*#context),
    }
}

/// The function of a piece.
fn shared_name(piece: &Piece) -> Ident {
    format_ident!("__make_{}", piece.code.0)
}

/// Whether the code of a piece reads a name, which then is in scope.
fn is_read(piece: &Piece, read: &Read) -> bool {
    piece.reads.iter().any(|other| other.name == read.name)
}

/// A variable for the type of an argument.
fn place(at: usize) -> Ident {
    format_ident!("__argument_{at}")
}

/// The parameter of the generated function that holds the value of this name.
fn lent_name(read: &Read) -> Ident {
    match read.means {
        Means::Param(param) => format_ident!("__param_{param}"),
        Means::Value(value, None) => format_ident!("__value_{}", value.0),
        Means::Value(value, Some(part)) => format_ident!("__value_{}_{part}", value.0),
        Means::Matched(value, arm) => format_ident!("__matched_{}_{arm}", value.0),
    }
}
