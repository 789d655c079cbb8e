//! The state of a region: an enum over its places, and what is done with it.

use proc_macro2::TokenStream;
use quote::quote;

use super::Generator;
use crate::tree::ir::{Holds, Place, PlaceId, RegionId};

/// The enum of a region and its functions.
pub fn region(generator: &Generator, id: RegionId) -> TokenStream {
    let runtime = generator.runtime;
    let region = &generator.machine.regions[id];
    let name = generator.region_type(id);
    let derives = generator.interface.derive();
    let allow = generator.interface.allow();
    let variants = in_tree_order(generator, id).map(|place| variant(generator, id, place));
    let branch = region.branch.then(|| quote!(Succeeded, Failed,));
    let parts = (0..region.parts.len()).map(|part| generator.part_function(id, part));
    let frames = in_tree_order(generator, id)
        .filter(|&place| matches!(region.places[place].holds, Holds::Frame(_)))
        .map(|place| generator.frame_function(id, place));
    let outline = (id == 0).then(|| generator.outline());
    let abort = abort(generator, id);
    let active = active(generator, id);
    let traits = if region.branch {
        quote! {
            impl #runtime::private::Branch for #name {
                const IDLE: Self = Self::Idle;
                fn end(success: bool) -> Self {
                    if success { Self::Succeeded } else { Self::Failed }
                }
                fn ended(&self) -> #runtime::private::Option<bool> {
                    match self {
                        Self::Succeeded => #runtime::private::Some(true),
                        Self::Failed => #runtime::private::Some(false),
                        _ => #runtime::private::None,
                    }
                }
            }
        }
    } else if id == 0 {
        quote! {
            impl #runtime::private::State for #name {
                const IDLE: Self = Self::Idle;
            }
        }
    } else {
        TokenStream::new()
    };
    quote! {
        #derives
        #allow
        enum #name { Idle, #branch #(#variants,)* }

        #allow
        impl #name {
            #outline
            #(#parts)*
            #(#frames)*
            #abort
            #active
        }
        #traits
    }
}

/// The places of a region as their nodes stand in the tree.
fn in_tree_order(generator: &Generator, region: RegionId) -> impl Iterator<Item = PlaceId> {
    let places = &generator.machine.regions[region].places;
    let mut order: Vec<PlaceId> = (0..places.len()).collect();
    order.sort_by_key(|&place| places[place].node);
    order.into_iter()
}

fn variant(generator: &Generator, region: RegionId, id: PlaceId) -> TokenStream {
    let runtime = generator.runtime;
    let name = generator.names.place(region, id);
    match &generator.machine.regions[region].places[id].holds {
        Holds::Nothing => quote!(#name),
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let ty = &made.ty;
            if generator.context().is_generic() {
                return quote!(#name(#ty));
            }
            let behavior = generator.behavior(made);
            quote!(#name(#runtime::private::Wait<#ty, { #behavior::CAN.run }>))
        }
        Holds::Frame(frame) => {
            let fields = generator.frame_fields(frame);
            quote!(#name #fields)
        }
    }
}

/// The function that aborts what is active.
fn abort(generator: &Generator, id: RegionId) -> TokenStream {
    let runtime = generator.runtime;
    let (generics, context) = (generator.context().generics(), generator.context().ty());
    let arms = in_tree_order(generator, id).filter_map(|place| abort_arm(generator, id, place));
    quote! {
        fn abort #generics(&mut self, kept: &mut [#runtime::private::Cell], context: &mut #context) {
            match self {
                #(#arms)*
                _ => {}
            }
            if !#runtime::private::matches!(self, Self::Idle) {
                *self = Self::Idle;
            }
        }
    }
}

fn abort_arm(generator: &Generator, region: RegionId, id: PlaceId) -> Option<TokenStream> {
    let runtime = generator.runtime;
    let Place { node, holds } = &generator.machine.regions[region].places[id];
    let name = generator.names.place(region, id);
    match holds {
        Holds::Nothing => None,
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let (behavior, kept) = (generator.behavior(made), generator.kept_of(made, *node));
            let aborted = quote!(#runtime::private::Outcome::Aborted);
            let leaf = quote!(#runtime::private::held(leaf));
            Some(quote!(Self::#name(leaf) => #behavior::__finish(#leaf, #kept, context, #aborted),))
        }
        Holds::Frame(frame) => {
            let states = generator.frame_states(frame);
            Some(quote!(Self::#name { #(#states,)* .. } => { #(#states.abort(kept, context);)* }))
        }
    }
}

/// The function that finds the first active leaf at or after a position.
fn active(generator: &Generator, id: RegionId) -> TokenStream {
    let runtime = generator.runtime;
    let arms = in_tree_order(generator, id).map(|place| active_arm(generator, id, place));
    quote! {
        fn active(&self, from: usize) -> #runtime::private::Option<usize> {
            use #runtime::private::NotATree as _;
            match self {
                #(#arms)*
                _ => #runtime::private::None,
            }
        }
    }
}

fn active_arm(generator: &Generator, region: RegionId, id: PlaceId) -> TokenStream {
    let (runtime, root) = (generator.runtime, generator.region_type(0));
    let Place { node, holds } = &generator.machine.regions[region].places[id];
    let name = generator.names.place(region, id);
    let here = quote!(#root::AT[#node]);
    match holds {
        Holds::Nothing => quote!(Self::#name => #runtime::private::found(#here, from),),
        Holds::Leaf(_) => {
            quote!(Self::#name(leaf) => #runtime::private::found_in(#here, from, |from| leaf.__active(from)),)
        }
        Holds::Frame(frame) => {
            let states = generator.frame_states(frame);
            quote! {
                Self::#name { #(#states,)* .. } => {
                    #runtime::private::None #(.or_else(|| #states.active(from)))*
                        .or_else(|| #runtime::private::found(#here, from))
                }
            }
        }
    }
}
