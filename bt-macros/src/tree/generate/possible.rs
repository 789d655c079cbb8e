//! What only types can tell of the results of nodes, as expressions that rustc evaluates.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Generator, index};
use crate::tree::results::{Answer, Possible, Results};

impl Generator<'_> {
    /// What the tree can return, for the trees in which it stands.
    pub fn can(&self) -> Option<TokenStream> {
        let root = self.results;
        if *root == Results::ANYTHING {
            return None;
        }
        let (succeed, fail) = (self.possible(&root.success), self.possible(&root.failure));
        let run = self.possible(&root.running);
        Some(quote!(const CAN: __bt::Can = __bt::Can { succeed: #succeed, fail: #fail, run: #run };))
    }

    fn possible(&self, possible: &Possible) -> TokenStream {
        let parts = |parts: &[Possible]| parts.iter().map(|part| self.possible(part)).collect::<Vec<_>>();
        match possible {
            Possible::Known(known) => quote!(#known),
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
