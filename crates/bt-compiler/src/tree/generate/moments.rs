//! The moments of `throttle` nodes: code that forgets them.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Generator, index};
use crate::tree::ir::{NodeId, RegionId, Throttled};

impl Generator<'_> {
    /// Forgets the moments that a node forgets when it starts. Whether a leaf keeps any depends on its type.
    pub fn forgets(&self, node: NodeId) -> Option<TokenStream> {
        let (cells, leaves) = moments(&self.plan.forgets[node.0])?;
        let state = self.region_type(RegionId(0));
        let forget = quote!(inputs.forget(&#state::NODES, &[#(#cells),*], &[#(#leaves),*]););
        if !cells.is_empty() {
            return Some(forget);
        }
        Some(quote!(if const { #state::NODES.is_throttled_at(&[#(#leaves),*]) } { #forget }))
    }

    /// Adds to the facts of the tree which moments are forgotten by a tree that contains it.
    pub fn open_moments(&self) -> Option<TokenStream> {
        let (cells, leaves) = moments(&self.plan.open)?;
        Some(quote!(.throttled(&[#(#cells),*], &[#(#leaves),*])))
    }
}

/// The cells and the leaves; `None` if there are neither.
fn moments(moments: &Throttled) -> Option<(Vec<TokenStream>, Vec<TokenStream>)> {
    let number = |number: usize| {
        let number = index(number);
        quote!(#number)
    };
    let cells: Vec<TokenStream> = moments.cells.iter().map(|cell| number(cell.0)).collect();
    let leaves: Vec<TokenStream> = moments.leaves.iter().map(|leaf| number(leaf.0)).collect();
    (!cells.is_empty() || !leaves.is_empty()).then_some((cells, leaves))
}
