//! The pieces of functions and values.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::tree::generate::{Generator, index};
use crate::tree::pieces::{Given, Kind, Piece, cloned_name};
use crate::tree::source::{Code, closure_params, is_closure};

impl Generator<'_> {
    /// The piece of a function or a value.
    pub(super) fn function_piece(&self, piece: &Piece) -> Option<TokenStream> {
        self.has_its_parameters(piece).then_some(())?;
        let (error, erase) = (self.error(), quote!(|value| __bt::live::erase!(value)));
        let keeps = matches!(&piece.given, Given::Code(key) if key.contains('@'));
        Some(match (piece.kind, self.tree.source.get(piece.code)) {
            (Kind::Condition, Code::Function(_)) => {
                let holds = self.condition_in_parts(piece.code, piece.node);
                let holds = holds.unwrap_or_else(|| self.condition(piece.code));
                quote!(let holds = #holds; __bt::live::holds(io, holds))
            }
            (Kind::Action | Kind::TimedAction, Code::Function(function)) => {
                let call = match piece.kind {
                    Kind::Action => {
                        let function = self.closure(function);
                        quote!(__bt::live::call(#function, context))
                    }
                    _ => quote!(__bt::live::timed_call(#function, context, io)),
                };
                quote! {
                    let action = |io: &mut __bt::live::Io<'_, '_, '_>| #call;
                    let answer = __bt::live::AsAnswer::<_, #error>::of(&action);
                    answer.__action(io, action, __bt::live::eraser!(answer.__gives()))
                }
            }
            (Kind::Effect, Code::Function(_)) => {
                let act = self.act(piece.code);
                quote!(#act __bt::live::done(io))
            }
            (Kind::Score, Code::Function(function)) => {
                let function = self.closure(function);
                quote! {
                    let score = __bt::value(#function, &*context);
                    __bt::live::Probe::of(&score).__score(io, score)
                }
            }
            (Kind::Score, Code::Value(value)) => quote! {
                let score = #value;
                __bt::live::AsScore::of(&score, &*context).__score(context, io, score)
            },
            (Kind::Key, Code::Function(function)) => {
                let function = self.closure(function);
                quote!(let key = __bt::live::erase!(__bt::value(#function, context)); __bt::live::key(io, key))
            }
            (Kind::Items, Code::Function(function)) => {
                let erase = if keeps { erase } else { quote!(|_| __bt::None) };
                quote!(__bt::live::item(context, io, #function, #erase))
            }
            (Kind::Choice, Code::Choice { .. }) => self.live_choice(piece),
            (Kind::Memory, _) => {
                let shared = self.shared(piece.code);
                let holds = shared.map_or_else(|| self.memory_in_piece(piece), |shared| self.live_call(shared));
                quote!(let holds = #holds; __bt::live::holds(io, holds))
            }
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
            (Kind::Time, Code::Value(_)) => {
                let time = self.time(piece.code);
                quote!(let time = #time; __bt::live::Probe::of(&time).__nanos(io, time))
            }
            (Kind::Count, Code::Value(value)) => {
                let value = self.value(value);
                quote!(__bt::live::count(io, __bt::live::Counted { count: #value }))
            }
            (Kind::Number, Code::Value(value)) => {
                let value = self.value(value);
                quote!(let number = #value; __bt::live::Probe::of(&number).__number(io, number))
            }
            (Kind::Type, _) => TokenStream::new(),
            _ => return None,
        })
    }

    /// Whether a closure has the parameters that its node gives. If not, the tree reports it.
    fn has_its_parameters(&self, piece: &Piece) -> bool {
        let Code::Function(function) = self.tree.source.get(piece.code) else { return true };
        let given = if matches!(piece.kind, Kind::TimedAction | Kind::Items) { 2 } else { 1 };
        !is_closure(function) || closure_params(function) == given
    }

    /// A `switch`: which of its arms matches.
    pub(super) fn live_choice(&self, piece: &Piece) -> TokenStream {
        let Code::Choice { arms, .. } = self.tree.source.get(piece.code) else { unreachable!("a choice is expected") };
        let numbers: Vec<TokenStream> = (0..arms.len()).map(|arm| index(arm).to_token_stream()).collect();
        let kept = self.tree.model.matched(piece.node).map(|_| quote!(given));
        let chosen = self.matched(piece.code, &numbers, piece.node, kept.as_ref(), true);
        let given = match kept {
            Some(_) => quote!(match given {
                __bt::Some(value) => __bt::live::erase!(value),
                __bt::None => __bt::None,
            }),
            None => quote!({
                let _: __bt::Option<()> = given;
                __bt::None
            }),
        };
        quote! {
            let mut given = __bt::None;
            let chosen = #chosen;
            let given = #given;
            __bt::live::matched(io, chosen, given)
        }
    }

    /// What the table says of a function or a value.
    pub(super) fn entry_of_function(&self, piece: &Piece) -> Option<TokenStream> {
        let runtime = quote!(__bt);
        let value = match piece.kind {
            Kind::Action | Kind::TimedAction | Kind::Value if self.tree.model.is_value_used(piece.node) => {
                Some(self.type_of_used_value(piece.node, &runtime))
            }
            Kind::Items => self.tree.model.live(piece.node).map(|value| self.type_of(value, &runtime)),
            Kind::Choice => self.tree.model.matched(piece.node).map(|value| self.type_of(value, &runtime)),
            Kind::Key => Some(self.type_of_key(piece.code)),
            Kind::Type => match self.tree.source.get(piece.code) {
                Code::Type(ty) => Some(ty.clone()),
                _ => None,
            },
            _ => None,
        };
        let value = value.map(|ty| quote!(.gives(__bt::live::value_type!(#ty))));
        let check = match piece.kind {
            Kind::Memory => {
                let check = self.check(piece);
                Some(quote!(.checked(#check)))
            }
            _ => None,
        };
        Some(quote!(#value #check))
    }
}
