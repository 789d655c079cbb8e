//! Arguments that are no code: how a piece takes them, and the check of their types.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::tree::generate::{Generator, index};
use crate::tree::pieces::{Piece, Simple, fields};
use crate::tree::source::{Code, Make};

/// Writes how something is made from its arguments.
type MakeFrom<'m> = Box<dyn Fn(Vec<TokenStream>) -> TokenStream + 'm>;

impl Generator<'_> {
    /// The function that checks the types of the arguments that are no code. rustc infers them from a call that is never
    /// made.
    pub(super) fn check(&self, piece: &Piece) -> Option<TokenStream> {
        if piece.args.iter().all(Option::is_none) {
            return Some(quote!(|_| __bt::Ok(())));
        }
        let mut checks = TokenStream::new();
        let mut simple = |at: usize, simple: &Simple| {
            let (name, number) = (format_ident!("__argument_{at}"), index(at));
            let like = match simple {
                Simple::Literal(tokens) | Simple::Constant(tokens) => quote!(|| #tokens),
                Simple::Name(read) => {
                    let ty = self.type_of_read(read)?;
                    checks.extend(quote!(__bt::live::cloned::<#ty>(args, #number, __bt::live::clone_of!(#ty))?;));
                    quote!(__bt::live::like::<#ty>)
                }
            };
            checks.extend(quote!(let #name = __bt::None; __bt::live::check(args, #number, #like, &#name)?;));
            Some(quote!(__bt::live::like_in(&#name)))
        };
        let written: Vec<TokenStream>;
        let call = match self.source.get(piece.code) {
            Code::Made(made) => {
                let ty = &made.ty;
                let (inputs, make): (&[TokenStream], MakeFrom<'_>) = match &made.make {
                    Make::New(inputs) => (&inputs.args, Box::new(move |args| quote!(<#ty>::new(#(#args),*)))),
                    Make::Call { path, inputs } => (&inputs.args, Box::new(move |args| quote!(#path(#(#args),*)))),
                    Make::Literal(tokens) => {
                        let (names, values): (Vec<_>, Vec<_>) = fields(tokens)?.into_iter().unzip();
                        written = values;
                        (&written, Box::new(move |args| quote!({ type __Leaf = #ty; __Leaf { #(#names: #args),* } })))
                    }
                    _ => return Some(quote!(|_| __bt::Ok(()))),
                };
                let args = inputs.iter().zip(&piece.args).enumerate().map(|(at, (arg, known))| match known {
                    None => Some(self.value(arg)),
                    Some(known) => simple(at, known),
                });
                let made = make(args.collect::<Option<Vec<_>>>()?);
                quote!(let _: #ty = #made;)
            }
            _ => {
                let (before, args) = self.args_of_memory(piece, &mut simple)?;
                let (lend, function) = self.function_of_memory(piece);
                quote!(#before let _ = __bt::#function(#lend, #(#args),*);)
            }
        };
        let lets = piece.reads.iter().map(|read| self.let_name(piece, read, quote!(__bt::live::like())));
        let lets: Vec<TokenStream> = lets.collect::<Option<_>>()?;
        let context = self.context().ty();
        Some(quote! {
            |args| {
                #checks
                if false {
                    let context: &mut #context = __bt::live::like();
                    #(#lets)*
                    #call
                }
                __bt::Ok(())
            }
        })
    }

    /// An argument that is no code.
    pub(super) fn live_arg(&self, at: usize, simple: &Simple) -> Option<TokenStream> {
        let at = index(at);
        Some(match simple {
            Simple::Literal(literal) => quote!(io.arg(#at, || #literal)),
            Simple::Constant(constant) => quote!(io.arg_or(#at, || #constant)),
            Simple::Name(read) => {
                let ty = self.type_of_read(read)?;
                quote!(io.arg_by::<#ty>(#at, __bt::live::clone_of!(#ty)))
            }
        })
    }
}
