//! The places of a region in groups: places with the same code are grouped, so that it is written once per group.

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{CodeId, Holds, PlaceId, RegionId};

/// The places of a region, in the order of their nodes in the tree.
pub fn in_tree_order(generator: &Generator, region: RegionId) -> impl Iterator<Item = PlaceId> {
    let places = &generator.machine[region].places;
    let mut order: Vec<PlaceId> = (0..places.len()).map(PlaceId).collect();
    order.sort_by_key(|place| places[place.0].node);
    order.into_iter()
}

/// The groups of a region: leaves of the same type, and places that hold nothing. Other places are groups of one. With
/// one `match` arm per group, large trees compile faster.
pub fn alike(generator: &Generator, region: RegionId) -> Vec<Vec<PlaceId>> {
    let mut alike: Vec<Vec<PlaceId>> = Vec::new();
    let mut first: BTreeMap<Option<CodeId>, usize> = BTreeMap::new();
    for place in in_tree_order(generator, region) {
        // The type of the leaves in a group; `None` for the group of places that hold nothing.
        let of = match generator.machine[region][place].holds {
            Holds::Begin | Holds::Frame(_) => {
                alike.push(vec![place]);
                continue;
            }
            Holds::Nothing => None,
            Holds::Leaf(leaf) => Some(generator.source.first_alike(leaf)),
        };
        match first.get(&of) {
            Some(&first) => alike[first].push(place),
            None => {
                first.insert(of, alike.len());
                alike.push(vec![place]);
            }
        }
    }
    alike
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
    index(generator.machine[region][place].node.0)
}

/// The active node, if it is in this group: its number, or the variable `node` for a group of several places.
pub fn active_node(generator: &Generator, region: RegionId, places: &[PlaceId]) -> TokenStream {
    match places {
        [place] => node_of(generator, region, *place).to_token_stream(),
        _ => quote!(node),
    }
}
