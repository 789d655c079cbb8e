//! What only types can tell of the results of nodes, as expressions that rustc evaluates.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::tree::analyse::judge::MARK;
use crate::tree::analyse::results::{Answer, Possible, Results};
use crate::tree::generate::{Generator, index};

impl Generator<'_> {
    /// What the tree can return, for the trees in which it stands.
    pub fn can(&self) -> Option<TokenStream> {
        let root = &self.analysis.root;
        if *root == Results::ANYTHING {
            return None;
        }
        let (succeed, fail) = (self.possible(&root.success), self.possible(&root.failure));
        let run = self.possible(&root.running);
        Some(quote!(const CAN: __bt::Can = __bt::Can { succeed: #succeed, fail: #fail, run: #run };))
    }

    /// What must be possible, each at the node that it is about, for a context that is known.
    pub fn claims(&self) -> Option<TokenStream> {
        (!self.context().is_generic()).then(|| self.each_claim(|claim| quote!(const _: () = #claim;)))
    }

    /// The same where the context is generic: within a function, when it is used.
    pub fn claims_when_used(&self) -> Option<TokenStream> {
        self.context().is_generic().then(|| self.each_claim(|claim| quote!(const { #claim };)))
    }

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
