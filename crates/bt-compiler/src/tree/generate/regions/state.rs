//! The state of a region: an enum with a variant for each place, and the functions that work on it.

use proc_macro2::TokenStream;
use quote::quote;

use super::active::active;
use super::alike::{alike, in_tree_order, node};
use super::send::send;
use super::sleep::sleep;
use super::visit::visit;
use crate::tree::generate::Generator;
use crate::tree::ir::{Holds, PartId, PlaceId, RegionId};

/// The enum of a region.
pub fn declaration(generator: &Generator, id: RegionId) -> TokenStream {
    let name = generator.region_type(id);
    let (derives, allow) = (generator.interface.derives(), generator.interface.allow());
    let variants = in_tree_order(generator, id).map(|place| variant(generator, id, place));
    let ended = generator.machine[id].branch.then(|| quote!(Succeeded, Failed,));
    quote! {
        #derives
        #allow
        enum #name { Idle, #ended #(#variants,)* }
    }
}

/// The functions of a region.
pub fn functions(generator: &Generator, id: RegionId) -> TokenStream {
    let region = &generator.machine[id];
    let name = generator.region_type(id);
    let allow = generator.interface.allow_each();
    let outline = (id == RegionId(0)).then(|| generator.outline());
    let parts = (0..region.parts.len()).map(|part| generator.part_function(id, PartId(part)));
    let places = in_tree_order(generator, id).map(|place| functions_of_place(generator, id, place));
    let alike = alike(generator, id);
    let (node, visit, active) =
        (node(generator, id, &alike), visit(generator, id, &alike), active(generator, id, &alike));
    let sleep = sleep(generator, id, &alike);
    let send = generator.header.message.as_ref().map(|message| send(generator, id, message));
    let whole = (id == RegionId(0)).then(|| generator.root_machine());
    let branch = region.branch.then(|| branch(generator, id));
    quote! {
        #allow
        impl #name {
            #outline
            #(#parts)*
            #(#places)*
            #node
            #visit
            #send
            #active
            #sleep
        }
        #whole
        #branch
    }
}

/// The functions of what a place holds.
fn functions_of_place(generator: &Generator, region: RegionId, place: PlaceId) -> TokenStream {
    match generator.machine[region][place].holds {
        Holds::Nothing | Holds::Begin => TokenStream::new(),
        Holds::Leaf(leaf) => generator.leaf_function(region, place, leaf),
        Holds::Frame(_) => {
            let (begin, tick) = (generator.frame_begin(region, place), generator.frame_function(region, place));
            quote!(#begin #tick)
        }
    }
}

/// The implementation of `Branch`, for the state of a branch of a `parallel`.
fn branch(generator: &Generator, id: RegionId) -> TokenStream {
    let (runtime, name) = (&generator.runtime, generator.region_type(id));
    quote! {
        impl #runtime::Branch for #name {
            const IDLE: Self = Self::Idle;
            fn end(success: bool) -> Self {
                if success { Self::Succeeded } else { Self::Failed }
            }
            fn ended(&self) -> #runtime::Option<bool> {
                match self {
                    Self::Succeeded => #runtime::Some(true),
                    Self::Failed => #runtime::Some(false),
                    _ => #runtime::None,
                }
            }
        }
    }
}

/// The variant of a place.
fn variant(generator: &Generator, region: RegionId, id: PlaceId) -> TokenStream {
    let runtime = &generator.interface.runtime;
    let name = generator.names.place(region, id);
    match &generator.machine[region][id].holds {
        Holds::Nothing | Holds::Begin => quote!(#name),
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let ty = &made.ty;
            if generator.header.message.is_some() {
                return quote!(#name(#runtime::MessageSlot<#ty>));
            }
            if generator.context().is_generic() {
                let slot = quote!({ use #runtime::NotATree as _; <#ty>::__TREE.slot() });
                return quote!(#name(#runtime::SlotOf<#ty, #slot>));
            }
            let wait = generator.wait(*leaf);
            quote!(#name(#wait))
        }
        Holds::Frame(_) => {
            let fields = generator.frame_fields(region, id);
            quote!(#name #fields)
        }
    }
}
