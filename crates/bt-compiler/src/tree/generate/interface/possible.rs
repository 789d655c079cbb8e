//! Writes conditions on the types of leaves as constant expressions, which rustc evaluates.
//!
//! The claim that the leaf `open_door` can succeed, so that `walk` after it is reached, becomes:
//!
//! ```text
//! const _: () = __bt::need(<OpenDoor as __bt::Behavior<Room>>::CAN.succeed, "`walk` is never reached: ...");
//! ```
//!
//! The results of the root become the constant `CAN` of the tree in the same way.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::tree::analyse::judge::MARK;
use crate::tree::analyse::results::{Answer, Possible, Results};
use crate::tree::generate::{Generator, index};

impl Generator<'_> {
    /// What the tree can return, for the trees in which it stands. `None` if that is everything.
    pub fn can(&self) -> Option<TokenStream> {
        let root = &self.analysis.root;
        if *root == Results::ANYTHING {
            return None;
        }
        let (succeed, fail) = (self.possible(&root.success), self.possible(&root.failure));
        let run = self.possible(&root.running);
        Some(quote!(const CAN: __bt::Can = __bt::Can { succeed: #succeed, fail: #fail, run: #run };))
    }

    /// The claims of a tree with a known context. rustc checks them when it compiles the tree.
    pub fn claims(&self) -> Option<TokenStream> {
        (!self.context().is_generic()).then(|| self.each_claim(|claim| quote!(const _: () = #claim;)))
    }

    /// The claims of a tree with a generic context, in a function. rustc checks them for each context with which it is
    /// used.
    pub fn claims_when_used(&self) -> Option<TokenStream> {
        self.context().is_generic().then(|| self.each_claim(|claim| quote!(const { #claim };)))
    }

    /// Each claim has the span of the node that it is about.
    fn each_claim(&self, write: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
        let claims = self.analysis.claims.iter().map(|claim| {
            let (possible, span) = (self.possible(&claim.possible), self.span(claim.at));
            let message = format!("{} (if that is meant, put it into `{MARK} < ... >`)", claim.message);
            let runtime = self.runtime_at(span);
            write(quote_spanned!(span=> #runtime::need(#possible, #message)))
        });
        claims.collect()
    }

    fn possible(&self, possible: &Possible) -> TokenStream {
        let parts = |parts: &[Possible]| parts.iter().map(|part| self.possible(part)).collect::<Vec<_>>();
        match possible {
            Possible::Known(known) => quote!(#known),
            Possible::Forced => unreachable!("what is forced is decided in the analysis"),
            Possible::Leaf(leaf, answer) => {
                let can = self.can_of(self.made(*leaf));
                match answer {
                    Answer::Success => quote!(#can.succeed),
                    Answer::Failure => quote!(#can.fail),
                    Answer::Running => quote!(#can.run),
                }
            }
            Possible::All(all) => {
                let all = parts(all);
                quote!(__bt::all(&[#(#all),*]))
            }
            Possible::Any(any) => {
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
