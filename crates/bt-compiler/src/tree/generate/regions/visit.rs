//! The function of a region that visits its active nodes, for an abort or a message.

use proc_macro2::TokenStream;
use quote::quote;

use super::alike::{active_node, has_several};
use crate::tokens::own;
use crate::tree::generate::names::ident;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Holds, NodeId, Place, PlaceId, RegionId};

/// Writes the function.
pub fn visit(generator: &Generator, id: RegionId) -> TokenStream {
    let (runtime, body) = (&generator.runtime, body(generator, id));
    let (parameter, inputs) = (generator.context().parameter(), generator.inputs_of_visit(id));
    let parameter = parameter.map(|parameter| quote!(#parameter,));
    let bounds = generator.context().bounds(&generator.error());
    quote! {
        #[inline]
        fn visit<#parameter __Visit: #runtime::Visit, __Watch: #runtime::Watch>(
            &mut self, #inputs, by: &__Visit,
        ) #bounds { #body }
    }
}

/// Writes its body. After an abort the region is idle.
pub fn body(generator: &Generator, id: RegionId) -> TokenStream {
    let alike = &generator.tree.plan.region(id).alike;
    let node = has_several(alike).then(|| quote!(let node = self.node();));
    let arms = alike.iter().filter_map(|places| arm(generator, id, places));
    quote! {
        #node
        match self {
            #(#arms)*
            _ => {}
        }
        if __Visit::ABORTS {
            self.clear();
        }
    }
}

fn arm(generator: &Generator, region: RegionId, alike: &[PlaceId]) -> Option<TokenStream> {
    let Place { node, holds } = &generator.tree.machine[region][alike[0]];
    let names = alike.iter().map(|&place| generator.names.place(region, place));
    let active_node = active_node(generator, region, alike);
    match holds {
        Holds::Begin => None,
        Holds::Nothing => Some(quote!(#(Self::#names)|* => by.place(#active_node, inputs),)),
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let leaf = own("leaf", made.span);
            let visited = generator.hook(made, "visit", quote!(#leaf, #active_node, context, inputs, by));
            Some(quote!(#(Self::#names(#leaf))|* => #visited,))
        }
        Holds::Frame(_) => {
            let name = generator.names.place(region, alike[0]);
            let states = generator.frame_regions(region, alike[0]);
            let frame = generator.frame(region, alike[0]);
            let (aborted, used) = (
                frame.aborted(generator, generator.tree.machine[region][alike[0]].node),
                frame.used_by_abort().map(ident),
            );
            let used = used.map(|used| quote!(#used,));
            let visits = states.iter().map(|(state, region)| generator.visit(quote!(#state), *region, quote!(by)));
            let (held, shown) =
                if generator.tree.plan.cleans_up { generator.shown(region, alike[0]) } else { Default::default() };
            let aborted = aborted.map(|aborted| quote!(if __Visit::ABORTS { #aborted }));
            let visited = quote!(#(#visits;)* #aborted);
            let visited =
                if generator.tree.plan.frame(region, alike[0]).is_node { of_node(*node, &visited) } else { visited };
            let states = states.iter().map(|(state, _)| state);
            Some(quote!(Self::#name { #used #(#held,)* #(#states,)* .. } => { #shown #visited }))
        }
    }
}

/// The visit of a node with code of its own.
fn of_node(node: NodeId, visited: &TokenStream) -> TokenStream {
    let node = index(node.0);
    if visited.is_empty() {
        quote!(by.place(#node, inputs);)
    } else {
        quote!(by.frame(#node, inputs, |inputs| { #visited });)
    }
}
