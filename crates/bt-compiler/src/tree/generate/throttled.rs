//! The moments of `throttle` nodes: code that clears them.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Generator, index};
use crate::tree::ir::{NodeId, RegionId, Throttled};

impl Generator<'_> {
    /// Clears the moments that a node clears when it starts. Whether a leaf has any depends on its type.
    pub fn forgets(&self, node: NodeId) -> Option<TokenStream> {
        let (cells, leaves) = moments(&self.tree.plan.forgets[node.0])?;
        let state = self.region_type(RegionId(0));
        let forget = quote!(inputs.forget(&#state::NODES, &[#(#cells),*], &[#(#leaves),*]););
        if !cells.is_empty() {
            return Some(forget);
        }
        Some(quote!(if const { #state::NODES.is_throttled_at(&[#(#leaves),*]) } { #forget }))
    }

    /// Adds to the facts of the tree which moments are left to the tree around it.
    pub fn open_throttles(&self) -> Option<TokenStream> {
        let (cells, leaves) = moments(&self.tree.plan.open)?;
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
