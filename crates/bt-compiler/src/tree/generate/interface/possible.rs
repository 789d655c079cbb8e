//! Writes conditions on the types of leaves as constant expressions, which rustc evaluates.
//!
//! The claim that the leaf `open_door` can succeed, so that `walk` after it is reached, becomes:
//!
//! ```text
//! const _: () = __bt::need(__DoorBotState::KNOWN[1].can.succeed, "`walk` is never reached: ...");
//! ```
//!
//! The results of the root become the constant `CAN` of the tree in the same way.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::message::is_relayed;
use crate::tokens::type_text;
use crate::tree::analyse::results::{Answer, Possible, Results};
use crate::tree::generate::values::context_at;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::RegionId;
use crate::tree::model::CodeId;
use crate::tree::source::{Code, Made, Role, span_of};

impl Generator<'_> {
    /// The possible results of the tree, for trees that contain it. `None` if all are possible.
    pub fn can(&self) -> Option<TokenStream> {
        let root = &self.analysis.root;
        if *root == Results::ANYTHING {
            return None;
        }
        let (succeed, fail) = (self.possible(&root.success), self.possible(&root.failure));
        let run = self.possible(&root.running);
        Some(quote! {
            const CAN: __bt::Can = __bt::Can { succeed: #succeed, fail: #fail, run: #run, end_by_message: false };
        })
    }

    /// The claims of a tree with a known context. rustc checks them when it compiles the tree.
    pub fn claims(&self) -> TokenStream {
        let known = !self.context().is_generic();
        let claims = known.then(|| self.each_claim(|claim| quote!(const _: () = #claim;)));
        let hearing = self.subtrees_hear();
        quote!(#claims #hearing)
    }

    /// A subtree must name the message in its header if messages would not reach its leaves otherwise: if they borrow
    /// or are unsized, or if its leaves say so.
    fn subtrees_hear(&self) -> Option<TokenStream> {
        let message = self.tree.header.message.as_ref()?;
        let (is_relayed, message) = (is_relayed(message), type_text(message));
        let checks = self.tree.source.leaves().filter(|leaf| leaf.may_be_tree).map(|Made { ty, span, .. }| {
            let runtime = self.runtime_at(*span);
            let ty_text = type_text(ty);
            let (is_deaf, why) = match is_relayed {
                // Its leaf may take messages of another type.
                true => (
                    quote!(is_deaf),
                    format!(
                        "a leaf of `{ty_text}` only gets messages whose type the header names: if it takes \
                         `{message}`, write `on {message}` there"
                    ),
                ),
                false => (
                    quote!(relays),
                    format!("the leaves of `{ty_text}` do not receive `{message}`: write `on {message}` in its header"),
                ),
            };
            quote_spanned! {*span=>
                const _: () = {
                    use #runtime::NotATree as _;
                    #runtime::need(!<#ty>::__TREE.#is_deaf(), #why)
                };
            }
        });
        Some(checks.collect())
    }

    /// The claims of a tree with a generic context, in a function. rustc checks them for each context that is used.
    pub fn claims_when_used(&self) -> Option<TokenStream> {
        self.context().is_generic().then(|| self.each_claim(|claim| quote!(const { #claim };)))
    }

    /// Each claim has the span of the node that it is about.
    fn each_claim(&self, write: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
        let claims = self.analysis.claims.iter().map(|claim| {
            let (possible, span) = (self.possible(&claim.possible), self.span(claim.at));
            let (message, runtime) = (&claim.message, self.runtime_at(span));
            let Some((leaf, if_endless)) = &claim.if_endless else {
                return write(quote_spanned!(span=> #runtime::need(#possible, #message)));
            };
            let known = self.known(self.made(*leaf));
            write(quote_spanned!(span=> #runtime::need_end(#possible, #known.can, #message, #if_endless)))
        });
        claims.collect()
    }

    /// Adds to the facts of a tree whether it begins to wait in a `throttle`.
    pub fn waits_first(&self) -> Option<TokenStream> {
        match &self.analysis.unthrottled {
            Possible::Known(true) => None,
            unthrottled => {
                let unthrottled = self.possible(unthrottled);
                Some(quote!(.waiting_if(!#unthrottled)))
            }
        }
    }

    /// Adds to the facts of a tree what is known about its leaves. Only a tree with a known context has this table.
    pub fn known_of_leaves(&self) -> Option<TokenStream> {
        self.table_of_known()?;
        let state = self.region_type(RegionId(0));
        Some(quote!(.with_known(&#state::KNOWN)))
    }

    /// Adds to the facts of a tree whether one of its decorators takes time.
    pub fn timed_by_decorators(&self) -> Option<TokenStream> {
        let takes_time = self.type_takes_time().filter(|_| !self.context().is_generic())?;
        Some(quote!(.timed_if(#takes_time)))
    }

    /// For a generic context: whether any leaf or decorator takes time in that context.
    pub fn takes_time_in_context(&self) -> Option<TokenStream> {
        self.type_takes_time().filter(|_| self.context().is_generic())
    }

    /// Whether any decorator takes time, or any leaf that is not in a table.
    fn type_takes_time(&self) -> Option<TokenStream> {
        let has_table = self.table_of_known().is_some();
        let made = self.tree.plan.timed.by_types.iter().map(|&made| self.made(made));
        let timed: Vec<_> =
            made.filter(|made| made.role == Role::Decorator || !has_table).map(|made| self.takes_time(made)).collect();
        match &timed[..] {
            [] => None,
            [one] => Some(one.clone()),
            _ => Some(quote!(__bt::any(&[#(#timed),*]))),
        }
    }

    /// Whether one of several leaves can give the same answer, from the table.
    fn any_leaf(&self, any: &[Possible]) -> Option<TokenStream> {
        let leaf = |possible: &Possible| match possible {
            Possible::Leaf(leaf, answer) if !self.tree.source.is_path(*leaf) => {
                Some((index(self.index_of_known(self.made(*leaf))?), *answer))
            }
            _ => None,
        };
        let leaves: Vec<_> = any.iter().map(leaf).collect::<Option<_>>()?;
        let [(_, answer), _, ..] = leaves[..] else { return None };
        let function = match answer {
            _ if leaves.iter().any(|(_, other)| *other != answer) => return None,
            Answer::Success => "can_succeed",
            Answer::Failure => "can_fail",
            Answer::Running => "can_wait",
            Answer::Unthrottled | Answer::Reactive => return None,
        };
        let (function, state) = (Ident::new(function, Span::call_site()), self.region_type(RegionId(0)));
        let leaves = leaves.iter().map(|(leaf, _)| leaf);
        Some(quote!(__bt::#function(&#state::KNOWN, &[#(#leaves),*])))
    }

    /// Whether the function of an `action` can give an answer. The answers of a parameter of the tree are not
    /// considered, as a constant cannot know them.
    fn possible_answer(&self, function: CodeId, answer: Answer) -> TokenStream {
        let Code::Function(path) = self.tree.source.get(function) else { unreachable!("an action is a function") };
        if self.is_param(path) {
            return quote!(true);
        }
        let (ty, context, answers) =
            (self.context().ty(), context_at(span_of(path)), self.with_function(function, "answers"));
        let can = quote!({ use __bt::MayBeNoAnswer as _; __bt::can_answer(&|#context: &mut #ty| #answers.__known()) });
        match answer {
            Answer::Success => quote!(#can.succeed),
            Answer::Failure => quote!(#can.fail),
            Answer::Running => quote!(#can.run),
            Answer::Unthrottled | Answer::Reactive => unreachable!("only subtrees are asked for that"),
        }
    }

    fn possible(&self, possible: &Possible) -> TokenStream {
        let parts = |parts: &[Possible]| parts.iter().map(|part| self.possible(part)).collect::<Vec<_>>();
        match possible {
            Possible::Known(known) => quote!(#known),
            Possible::Forced => unreachable!("what is forced is decided in the analysis"),
            Possible::Leaf(leaf, answer) if self.tree.source.is_path(*leaf) => self.possible_answer(*leaf, *answer),
            Possible::Leaf(leaf, answer) => {
                let made = self.made(*leaf);
                let can = match made.role {
                    Role::Composite => self.of_made(*leaf, "CAN"),
                    Role::Leaf | Role::Decorator => {
                        let known = self.known(made);
                        quote!(#known.can)
                    }
                };
                match answer {
                    Answer::Success => quote!(#can.succeed),
                    Answer::Failure => quote!(#can.fail),
                    Answer::Running => quote!(#can.run),
                    Answer::Unthrottled => {
                        let tree = made.facts();
                        quote!({ use __bt::NotATree as _; !#tree.waits() })
                    }
                    Answer::Reactive => {
                        let tree = made.facts();
                        quote!({ use __bt::NotATree as _; #tree.is_reactive() })
                    }
                }
            }
            Possible::All(all) => {
                let all = parts(all);
                quote!(__bt::all(&[#(#all),*]))
            }
            Possible::Any(any) => {
                if let Some(any) = self.any_leaf(any) {
                    return any;
                }
                let any = parts(any);
                quote!(__bt::any(&[#(#any),*]))
            }
            Possible::AtLeast(count, of) => {
                let (count, of) = (index(*count), parts(of));
                quote!(__bt::at_least(#count, &[#(#of),*]))
            }
        }
    }
}
