//! The pieces of functions and values.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::values::closure;
use crate::tree::generate::{Generator, index};
use crate::tree::pieces::{Given, Kind, Piece, cloned_name};
use crate::tree::source::Code;

impl Generator<'_> {
    /// The piece of a function or a value.
    pub(super) fn function_piece(&self, piece: &Piece) -> Option<TokenStream> {
        let (error, erase) = (self.error(), quote!(|value| __bt::live::erase!(value)));
        let keeps = matches!(&piece.given, Given::Code(key) if key.contains('@'));
        Some(match (piece.kind, self.source.get(piece.code)) {
            (Kind::Condition, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::condition(context, io, #function))
            }
            (Kind::Action, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::action::<_, _, #error>(context, io, #function, #erase))
            }
            (Kind::TimedAction, Code::Function(function)) => {
                quote!(__bt::live::timed_action::<_, _, #error>(context, io, #function, #erase))
            }
            (Kind::Effect, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::act(context, io, #function))
            }
            (Kind::Score, Code::Function(function)) => {
                let function = closure(function);
                quote!(__bt::live::score(context, io, #function))
            }
            (Kind::Score, Code::Value(value)) => quote!(__bt::live::score_of(context, io, #value)),
            (Kind::Key, Code::Function(function)) => {
                let function = closure(function);
                quote!(let key = __bt::live::erase!(__bt::value(#function, context)); __bt::live::key(io, key))
            }
            (Kind::Items, Code::Function(function)) => {
                let erase = if keeps { erase } else { quote!(|_| __bt::None) };
                quote!(__bt::live::item(context, io, #function, #erase))
            }
            (Kind::Choice, Code::Choice { .. }) => self.live_choice(piece),
            (Kind::Memory, _) => self.live_memory(piece)?,
            (Kind::Value, Code::Value(value)) if !keeps => {
                let value = self.value(value);
                quote!(let _ = #value; __bt::live::give(io, __bt::None))
            }
            (Kind::Value, Code::Value(value)) => {
                let value = match cloned_name(value) {
                    // Its type may have no `Clone`.
                    Some(name) => {
                        let read = piece.reads.iter().find(|read| read.name == name);
                        let (ty, name) = (self.type_of_read(read?)?, self.name_of(piece, read?)?);
                        quote!(match __bt::live::clone_of!(#ty) {
                            __bt::Some(clone) => __bt::live::erase!(clone(#name)),
                            __bt::None => __bt::None,
                        })
                    }
                    None => {
                        let value = self.value(value);
                        quote!(__bt::live::erase!(#value))
                    }
                };
                quote!(let value = #value; __bt::live::give(io, value))
            }
            (Kind::Time | Kind::Count | Kind::Number, Code::Value(value)) => {
                let take = match piece.kind {
                    Kind::Time => quote!(nanos),
                    Kind::Count => quote!(count),
                    _ => quote!(number),
                };
                let value = self.value(value);
                quote!(__bt::live::#take(io, #value))
            }
            (Kind::Type, _) => TokenStream::new(),
            _ => return None,
        })
    }

    /// A `switch`: which of its arms matches.
    pub(super) fn live_choice(&self, piece: &Piece) -> TokenStream {
        let Code::Choice { on, arms } = self.source.get(piece.code) else { unreachable!("a choice is expected") };
        let function = closure(on);
        let arms = arms.iter().enumerate().map(|(number, arm)| {
            let (pattern, arrow, number) = (&arm.pattern, &arm.arrow, index(number));
            let guard = arm.guard.as_ref().map(|guard| quote!(if #guard));
            quote!(#pattern #guard #arrow #number,)
        });
        let on = quote! {{
            let chosen = __bt::value(#function, &*context);
            io.inputs.value(io.node, { use __bt::MayBeOpaque as _; __bt::Glimpse(__bt::Some(&chosen)).__shown() });
            chosen
        }};
        let (on, given) = match self.model.matched(piece.node) {
            Some(_) => {
                let given = quote!(match given {
                    __bt::Some(value) => __bt::live::erase!(value),
                    __bt::None => __bt::None,
                });
                (quote!(__bt::matched(#on, &mut given)), given)
            }
            None => (
                on,
                quote!({
                    let _: __bt::Option<()> = given;
                    __bt::None
                }),
            ),
        };
        quote! {
            let mut given = __bt::None;
            let chosen = match #on { #(#arms)* };
            let given = #given;
            __bt::live::matched(io, chosen, given)
        }
    }

    /// What the table says of a function or a value.
    pub(super) fn entry_of_function(&self, piece: &Piece) -> Option<TokenStream> {
        let runtime = quote!(__bt);
        let value = match piece.kind {
            Kind::Action | Kind::TimedAction | Kind::Value if self.model.is_value_used(piece.node) => {
                Some(self.type_of_used_value(piece.node, &runtime))
            }
            Kind::Items => self.model.live(piece.node).map(|value| self.type_of(value, &runtime)),
            Kind::Choice => self.model.matched(piece.node).map(|value| self.type_of(value, &runtime)),
            Kind::Key => Some(self.type_of_key(piece.code)),
            Kind::Type => match self.source.get(piece.code) {
                Code::Type(ty) => Some(ty.clone()),
                _ => None,
            },
            _ => None,
        };
        let value = value.map(|ty| quote!(.gives(__bt::live::value_type!(#ty))));
        let check = match piece.kind {
            Kind::Memory => {
                let check = self.check(piece)?;
                Some(quote!(.checked(#check)))
            }
            _ => None,
        };
        Some(quote!(#value #check))
    }
}
