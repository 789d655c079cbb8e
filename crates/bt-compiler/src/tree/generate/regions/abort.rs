//! The function of a region that aborts its active nodes.

use proc_macro2::TokenStream;
use quote::quote;

use super::alike::{active_node, has_several};
use crate::tree::generate::names::ident;
use crate::tree::generate::values::own;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Holds, NodeId, Place, PlaceId, RegionId};

/// Writes the function. It leaves the region idle.
pub fn abort(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> TokenStream {
    let runtime = &generator.runtime;
    let (generics, inputs) = (generator.context().generics_of_part(runtime), generator.inputs_of_abort(id));
    let bounds = generator.context().bounds(&generator.error());
    let node = has_several(alike).then(|| quote!(let node = self.node();));
    let arms = alike.iter().filter_map(|places| abort_arm(generator, id, places));
    quote! {
        #[inline]
        fn abort #generics(&mut self, #inputs) #bounds {
            #node
            match self {
                #(#arms)*
                _ => {}
            }
            self.clear();
        }

        #[inline]
        fn clear(&mut self) { *self = Self::Idle; }
    }
}

fn abort_arm(generator: &Generator, region: RegionId, alike: &[PlaceId]) -> Option<TokenStream> {
    let Place { node, holds } = &generator.machine[region][alike[0]];
    let names = alike.iter().map(|&place| generator.names.place(region, place));
    let active_node = active_node(generator, region, alike);
    match holds {
        Holds::Begin => None,
        Holds::Nothing => Some(quote!(#(Self::#names)|* => inputs.aborted(#active_node),)),
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let leaf = own("leaf", made.span);
            let abort = generator.behavior(made, "__abort", quote!(#leaf, #active_node, context, inputs));
            Some(quote!(#(Self::#names(#leaf))|* => #abort,))
        }
        Holds::Frame(_) => {
            let name = generator.names.place(region, alike[0]);
            let states = generator.frame_regions(region, alike[0]);
            let frame = generator.frame(region, alike[0]);
            let (aborted, used) =
                (frame.aborted(generator, generator.machine[region][alike[0]].node), frame.used_by_abort().map(ident));
            let used = used.map(|used| quote!(#used,));
            let states_aborted = generator.abort_all(&states);
            let (held, shown) =
                if generator.plan.cleans_up { generator.shown(region, alike[0]) } else { Default::default() };
            let abort = quote!(#states_aborted #aborted);
            let abort = if generator.plan.frame(region, alike[0]).is_node { aborts(*node, &abort) } else { abort };
            let states = states.iter().map(|(state, _)| state);
            Some(quote!(Self::#name { #used #(#held,)* #(#states,)* .. } => { #shown #abort }))
        }
    }
}

/// The abort of a node with code of its own.
fn aborts(node: NodeId, abort: &TokenStream) -> TokenStream {
    let node = index(node.0);
    if abort.is_empty() { quote!(inputs.aborted(#node);) } else { quote!(inputs.aborts(#node, |inputs| { #abort });) }
}
