//! The number of the place in which a tree waits.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Holds, PlaceId, RegionId};

/// The items that say in which place the tree waits. There is one short arm for each place, so that large trees compile
/// fast.
///
/// A `match` that gives only numbers compiles to a table, so that finding the number takes no branch.
pub fn place(generator: &Generator) -> TokenStream {
    let state = generator.region_type(RegionId(0));
    let places = &generator.machine[RegionId(0)].places;
    let flat = match places.iter().any(|place| matches!(place.holds, Holds::Frame(_))) {
        true => quote!(false),
        false => quote!(Self::__TREE.is_flat()),
    };
    let count = index(places.len() + 1);
    // Flows are written backwards, so ids of places are turned round: numbers grow in the order of the tree.
    let arms = (0..places.len()).map(|place| {
        let (name, number) = (generator.names.place(RegionId(0), PlaceId(place)), index(places.len() - place));
        quote!(#state::#name { .. } => #number,)
    });
    quote! {
        const __PLACES: usize = #count;
        const __FLAT: bool = #flat;
        #[inline]
        fn __place(&self) -> usize { match &self.__state { #(#arms)* _ => 0 } }
        #[inline]
        fn __first_active(&self, search: __bt::Search) -> __bt::Option<usize> { self.__active(0, search) }
    }
}
