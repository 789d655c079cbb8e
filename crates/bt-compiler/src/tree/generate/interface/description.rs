//! The constant description of the tree: its nodes, positions, kept cells and links.

use proc_macro2::{Literal, TokenStream};
use quote::quote_spanned;

use crate::facts;
use crate::tree::generate::{Generator, index};
use crate::tree::outline;
use crate::tree::plan::subtrees::Subtrees;

impl Generator<'_> {
    /// Constants of the state of the whole tree: its nodes, the position of each with subtrees written out, and where
    /// the kept cells of each begin.
    pub fn outline(&self) -> TokenStream {
        let runtime = &self.runtime;
        let nodes = &self.tree.model.nodes;
        let lines = outline::lines(self.tree.model);
        let Subtrees { numbers, types } = &self.tree.plan.subtrees;
        let subtrees = types.iter().map(|&leaf| self.made(leaf).facts());
        let shape = Literal::u64_unsuffixed(self.tree.shape());
        let numbers = facts::type_numbers(numbers.iter().copied());
        let (lines, entries, own) = (lines, index(nodes.len() + 1), index(self.tree.machine.cells.len()));
        let params = self.interface.params_text();
        // If trees contain each other, these constants form a cycle, which rustc reports at the names of the trees.
        quote_spanned! {self.interface.name.span()=>
            const NODES: #runtime::Facts = {
                use #runtime::NotATree as _;
                #runtime::Facts::of(#lines, #numbers, &[#(#subtrees),*], #own)
                    .shaped(#shape)
                    .declared(#runtime::file!(), #params)
            };
            const POSITIONS: [usize; #entries] = #runtime::positions(Self::NODES);
            const OFFSETS: [usize; #entries] = #runtime::offsets(#own, Self::NODES);
        }
    }

    /// The parents and links of all nodes.
    pub fn links(&self) -> Literal {
        Literal::byte_string(&outline::links(self.tree.model, self.tree.machine))
    }
}
