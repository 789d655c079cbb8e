//! The number of the place where a tree waits.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{PlaceId, RegionId};

/// The items that say in which place the tree waits. There is one short arm for each place, so that large trees compile
/// fast.
///
/// A `match` that gives only numbers compiles to a table, so that finding the number takes no branch.
pub fn place(generator: &Generator) -> TokenStream {
    let state = generator.region_type(RegionId(0));
    let region = generator.tree.plan.region(RegionId(0));
    let places = &region.places;
    let flat = match region.is_flat {
        true => quote!(Self::__TREE.is_flat()),
        false => quote!(false),
    };
    let count = index(places.len() + 1);
    let arms = places.iter().enumerate().map(|(id, place)| {
        let (name, number) = (generator.names.place(RegionId(0), PlaceId(id)), index(place.number));
        quote!(#state::#name { .. } => #number,)
    });
    quote! {
        const __PLACES: usize = #count;
        const __FLAT: bool = #flat;
        #[inline]
        fn __place(&self) -> usize { match &self.__state { #(#arms)* _ => 0 } }
        #[inline]
        fn __first_active(&self, search: __bt::Search<'_>) -> __bt::Option<usize> { self.__seek(0, search) }
    }
}
