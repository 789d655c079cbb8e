//! What a tree leaves for `bt-live`: a function for each piece of the user's code, in a table that `inventory` collects.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::values::closure;
use super::{Generator, Interface, index};
use crate::tree::Live;
use crate::tree::model::CodeId;
use crate::tree::pieces::{Given, Kind, Means, Piece, Read, Simple};
use crate::tree::source::{Code, Inputs, Made, Make, span_of};

impl Interface {
    /// Whether the tree can be live: it has a name, and its header names its context.
    fn is_live(&self) -> bool {
        !self.is_unnamed() && !self.context.is_generic() && !self.context.is_of_leaf()
    }

    /// The traits of a live tree that are never called, since it has mistakes, or an editor asks.
    pub fn broken_live(&self) -> Option<TokenStream> {
        let broken = quote!(__bt::broken());
        self.is_live().then(|| self.live(&broken, &broken))
    }

    /// The traits of a live tree, with these bodies.
    fn live(&self, param: &TokenStream, call: &TokenStream) -> TokenStream {
        let (name, (generics, context)) = (&self.name, self.context.for_impl());
        quote! {
            impl __bt::live::LiveTree for #name {
                fn param(&self, index: __bt::usize) -> &dyn __bt::Any { #param }
            }
            impl #generics __bt::live::LiveContext<#context> for #name {
                fn call(
                    piece: &(dyn __bt::Any + __bt::live::Send + __bt::live::Sync),
                    context: &mut #context,
                    io: &mut __bt::live::Io<'_, '_, '_>,
                ) {
                    #call
                }
            }
        }
    }
}

impl Generator<'_> {
    /// The table of a tree, and its implementations of the traits of live trees. Unnamed trees, and those whose context is
    /// generic or not named, have none.
    pub fn live(&self, live: &Live) -> TokenStream {
        let Live { pieces, text: written } = live;
        let Some(item) = self.header.item.as_ref().filter(|_| self.interface.is_live()) else {
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
        let mut keys = Vec::new();
        let codes: Vec<TokenStream> = pieces
            .iter()
            .filter_map(|piece| {
                let Given::Code(key) = &piece.given else { return None };
                let key =
                    (piece.kind, key.clone(), piece.reads.iter().map(|read| &read.name).cloned().collect::<Vec<_>>());
                if keys.contains(&key) {
                    return None;
                }
                let code = self.piece(piece, &key.1)?;
                keys.push(key);
                Some(code)
            })
            .collect();
        let traits = self.interface.live(
            &quote!(match index { #(#params)* _ => &() }),
            &quote!(__bt::live::function::<__Piece>(piece)(context, io)),
        );
        quote! {
            type __Piece = fn(&mut #context, &mut __bt::live::Io<'_, '_, '_>);
            #traits
            __bt::live::inventory::submit! {
                __bt::live::Unit {
                    tree: __bt::live::type_name::<#name>,
                    name: #text,
                    text: #written,
                    file: __bt::file!(),
                    package: __bt::live::option_env!("CARGO_MANIFEST_DIR"),
                    context: __bt::live::type_id::<__Piece>,
                    error: __bt::live::type_id::<#error>,
                    params: || __bt::live::vec![#(#declared),*],
                    codes: || __bt::live::vec![#(#codes),*],
                }
            }
        }
    }

    /// An entry of the table.
    fn piece(&self, piece: &Piece, key: &str) -> Option<TokenStream> {
        let reads = piece.reads.iter().map(|read| {
            let (name, ty) = (&read.name, self.type_of_read(read)?);
            Some(quote!(__bt::live::read::<#ty>(#name)))
        });
        let reads: Vec<TokenStream> = reads.collect::<Option<_>>()?;
        let (context, lets) = (self.context().ty(), self.lets(piece)?);
        let body = self.body(piece, &lets)?;
        let function = quote! {
            (|context: &mut #context, io: &mut __bt::live::Io<'_, '_, '_>| { #body }) as __Piece
        };
        let reads = quote!(__bt::live::vec![#(#reads),*]);
        if let (Kind::Leaf, Code::Made(Made { ty, .. })) = (piece.kind, self.source.get(piece.code)) {
            let facts = quote!({ use __bt::NotATree as _; <#ty>::__TREE });
            let check = self.check(piece)?;
            return Some(quote!(__bt::live::Code::leaf::<#ty, #context>(#key, #reads, #facts, #check, #function)));
        }
        let kind = Ident::new(&format!("{:?}", piece.kind), Span::call_site());
        Some(quote!(__bt::live::Code::new(__bt::live::Kind::#kind, #key, #reads, #function)))
    }

    fn body(&self, piece: &Piece, lets: &TokenStream) -> Option<TokenStream> {
        let error = self.error();
        let code = self.source.get(piece.code);
        Some(match (piece.kind, code) {
            (Kind::Leaf, Code::Made(made)) => {
                let (ty, make) = (&made.ty, self.live_make(made, piece)?);
                quote!(__bt::live::leaf::<#ty, _, #error>(context, io, |context, io| { #lets #make }))
            }
            (Kind::Condition, Code::Function(function)) => {
                let function = closure(function);
                quote!(#lets __bt::live::condition(context, io, #function))
            }
            (Kind::Action, Code::Function(function)) => {
                let function = closure(function);
                quote!(#lets __bt::live::action::<_, _, #error>(context, io, #function))
            }
            (Kind::TimedAction, Code::Function(function)) => {
                quote!(#lets __bt::live::timed_action::<_, _, #error>(context, io, #function))
            }
            (Kind::Effect, Code::Function(function)) => {
                let function = closure(function);
                quote!(#lets __bt::live::act(context, io, #function))
            }
            (Kind::Time | Kind::Count | Kind::Value, Code::Value(value)) => {
                let take = match piece.kind {
                    Kind::Time => quote!(nanos),
                    Kind::Count => quote!(count),
                    _ => quote!(give),
                };
                let value = self.value(value);
                quote!(#lets __bt::live::#take(io, #value))
            }
            _ => return None,
        })
    }

    fn live_make(&self, made: &Made, piece: &Piece) -> Option<TokenStream> {
        let (ty, runtime) = (&made.ty, &self.runtime);
        Some(match &made.make {
            Make::Default => quote!(<#ty as #runtime::Bare>::bare()),
            Make::New(inputs) => {
                let args = self.live_args(inputs, piece)?;
                quote!(<#ty>::new(#(#args),*))
            }
            Make::Call { path, inputs } => {
                let args = self.live_args(inputs, piece)?;
                quote!(#path(#(#args),*))
            }
            Make::Literal(fields) => quote!({ type __Leaf = #ty; __Leaf #fields }),
            Make::LiteralVariant(literal) => literal.clone(),
            Make::DefaultVariant(path) => quote!(#path(#runtime::Default::default())),
            Make::Held(_) | Make::Named { .. } => return None,
        })
    }

    /// The function that checks the types of the arguments that are no code. rustc infers them from a call that is never
    /// made.
    fn check(&self, piece: &Piece) -> Option<TokenStream> {
        let Code::Made(made) = self.source.get(piece.code) else { return None };
        let (path, inputs) = match &made.make {
            Make::New(inputs) => {
                let ty = &made.ty;
                (quote!(<#ty>::new), inputs)
            }
            Make::Call { path, inputs } => (path.clone(), inputs),
            _ => return Some(quote!(|_| __bt::Ok(()))),
        };
        let (mut checks, mut args) = (TokenStream::new(), Vec::new());
        for (at, (arg, simple)) in inputs.args.iter().zip(&piece.args).enumerate() {
            let (name, number) = (quote::format_ident!("__argument_{at}"), index(at));
            let like = match simple {
                None => {
                    args.push(self.value(arg));
                    continue;
                }
                Some(Simple::Literal(literal)) => quote!(|| #literal),
                Some(Simple::Name(read)) => {
                    let ty = self.type_of_read(read)?;
                    quote!(__bt::live::like::<#ty>)
                }
            };
            checks.extend(quote!(let #name = __bt::None; __bt::live::check(args, #number, #like, &#name)?;));
            args.push(quote!(__bt::live::like_in(&#name)));
        }
        let lets = piece.reads.iter().map(|read| {
            let (ty, name) = (self.type_of_read(read)?, self.name_of(piece.code, read)?);
            Some(quote!(let #name: &#ty = __bt::live::like();))
        });
        let lets: Vec<TokenStream> = lets.collect::<Option<_>>()?;
        let (context, ty) = (self.context().ty(), &made.ty);
        Some(quote! {
            |args| {
                #checks
                if false {
                    let context: &mut #context = __bt::live::like();
                    #(#lets)*
                    let _: #ty = #path(#(#args),*);
                }
                __bt::Ok(())
            }
        })
    }

    fn live_args(&self, inputs: &Inputs, piece: &Piece) -> Option<Vec<TokenStream>> {
        let args = inputs.args.iter().zip(&piece.args).enumerate().map(|(at, (arg, simple))| {
            let at = index(at);
            Some(match simple {
                None => self.value(arg),
                Some(Simple::Literal(literal)) => quote!(io.arg(#at, || #literal)),
                Some(Simple::Name(read)) => {
                    let ty = self.type_of_read(read)?;
                    quote!(io.arg(#at, __bt::live::like::<#ty>))
                }
            })
        });
        args.collect()
    }

    /// Brings the names into scope that a piece reads.
    fn lets(&self, piece: &Piece) -> Option<TokenStream> {
        let lets = piece.reads.iter().enumerate().map(|(at, read)| {
            let (at, ty, name) = (index(at), self.type_of_read(read)?, self.name_of(piece.code, read)?);
            Some(quote!(let #name = io.read::<#ty>(#at);))
        });
        let lets: Vec<TokenStream> = lets.collect::<Option<_>>()?;
        Some(quote!(#(#lets)*))
    }

    fn name_of(&self, code: CodeId, read: &Read) -> Option<TokenStream> {
        match read.means {
            Means::Param(param) => {
                let mut name = self.header.item.as_ref()?.params.get(param)?.name.clone();
                name.set_span(span_of(&self.source.get(code).written()));
                Some(name.to_token_stream())
            }
            Means::Value(..) => {
                let used = self.source.uses(code).iter().find(|used| used.name == read.name)?;
                Some(used.name.to_token_stream())
            }
        }
    }

    /// The type of what a name means, if it can be named.
    fn type_of_read(&self, read: &Read) -> Option<TokenStream> {
        let runtime = quote!(__bt);
        match read.means {
            Means::Param(param) => Some(self.header.item.as_ref()?.params.get(param)?.ty.clone()),
            Means::Value(value, None) => Some(self.type_of(value, &runtime)),
            Means::Value(value, Some(_)) if self.model[value].is_matched() => None,
            Means::Value(value, Some(part)) => Some(self.type_of_part(value, part, &runtime)),
        }
    }
}
