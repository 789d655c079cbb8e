//! What groups of places with the same code share.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{PlaceId, RegionId};

/// The places of a region, in the order of their nodes in the tree.
pub fn in_tree_order(generator: &Generator, region: RegionId) -> impl Iterator<Item = PlaceId> {
    generator.tree.plan.region(region).order.iter().copied()
}

/// The function that returns the node of the active place, if some group has several places: their common code cannot
/// name it.
pub fn node(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> Option<TokenStream> {
    let arms = alike.iter().filter(|places| places.len() > 1).flatten().map(|&place| {
        let (name, node) = (generator.names.place(id, place), node_of(generator, id, place));
        quote!(Self::#name { .. } => #node,)
    });
    has_several(alike).then(|| {
        quote! {
            #[inline]
            fn node(&self) -> usize {
                match self {
                    #(#arms)*
                    _ => 0,
                }
            }
        }
    })
}

/// Whether some group has several places.
pub fn has_several(alike: &[Vec<PlaceId>]) -> bool {
    alike.iter().any(|places| places.len() > 1)
}

pub fn node_of(generator: &Generator, region: RegionId, place: PlaceId) -> Literal {
    index(generator.tree.machine[region][place].node.0)
}

/// The active node, if it is in this group: its number, or the variable `node` for a group of several places.
pub fn active_node(generator: &Generator, region: RegionId, places: &[PlaceId]) -> TokenStream {
    match places {
        [place] => node_of(generator, region, *place).to_token_stream(),
        _ => quote!(node),
    }
}
