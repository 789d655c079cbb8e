//! The function of a region that finds its active leaves.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::alike::{active_node, has_several};
use crate::tree::generate::Generator;
use crate::tree::ir::{Holds, PlaceId, RegionId};

/// Writes the function, which finds the first active leaf at or after a position.
pub fn active(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> TokenStream {
    let runtime = &generator.runtime;
    let node = has_several(alike).then(|| quote!(let node = self.node();));
    let arms = alike.iter().map(|places| active_arm(generator, id, places));
    let idle = if id == RegionId(0) { quote!(search.idle()) } else { quote!(#runtime::None) };
    quote! {
        #[inline]
        fn active(&self, search: #runtime::Search<'_>) -> #runtime::Option<usize> {
            use #runtime::NotATree as _;
            #node
            match self {
                #(#arms)*
                _ => #idle,
            }
        }
    }
}

fn active_arm(generator: &Generator, region: RegionId, alike: &[PlaceId]) -> TokenStream {
    let runtime = &generator.runtime;
    let names: Vec<&Ident> = alike.iter().map(|&place| generator.names.place(region, place)).collect();
    let node = active_node(generator, region, alike);
    match &generator.tree.machine[region][alike[0]].holds {
        Holds::Nothing | Holds::Begin => quote!(#(Self::#names)|* => search.found(#node),),
        Holds::Leaf(_) => {
            if generator.tree.header.message.is_none() {
                return quote!(#(Self::#names(leaf))|* => leaf.__seek(#node, search),);
            }
            quote! {
                #(Self::#names(#runtime::MessageSlot::Active(leaf)))|* => leaf.__seek(#node, search),
                #(Self::#names(#runtime::MessageSlot::Ended(_)))|* => search.found_above(#node),
            }
        }
        Holds::Frame(_) => {
            let (name, states) = (names[0], generator.frame_states(region, alike[0]));
            let found = match &states[..] {
                [] => quote!(search.found(#node)),
                [first, others @ ..] => quote! {
                    #first.active(search) #(.or_else(|| #others.active(search)))* .or_else(|| search.found(#node))
                },
            };
            quote!(Self::#name { #(#states,)* .. } => #found,)
        }
    }
}
