//! The state of a region: an enum with a variant for each place, and the functions that work on it.

use proc_macro2::TokenStream;
use quote::quote;

use super::active::active;
use super::alike::{in_tree_order, node};
use super::send::send;
use super::sleep::sleep;
use super::visit::visit;
use super::whole::whole;
use crate::tree::generate::names::named;
use crate::tree::generate::{Generator, at_name};
use crate::tree::ir::{AfterEnd, Holds, PartId, PlaceId, RegionId};
use crate::tree::plan::layout::{Content, Is, Variant};
use crate::tree::plan::places::Begins;

/// The enum of a region.
pub fn declaration(generator: &Generator, id: RegionId) -> TokenStream {
    let name = generator.region_type(id);
    let (derives, allow) = (generator.interface.derives(), generator.interface.allow());
    let variants = generator.tree.plan.layout.states[id.0].variants.iter().map(|of| variant(generator, id, of));
    quote! {
        #derives
        #allow
        enum #name { #(#variants,)* }
    }
}

/// The functions of a region.
pub fn functions(generator: &Generator, id: RegionId) -> TokenStream {
    let (runtime, region, name) = (&generator.runtime, &generator.tree.machine[id], generator.region_type(id));
    let allow = generator.interface.allow_each();
    let outline = (id == RegionId(0))
        .then(|| [Some(generator.outline()), generator.table_of_known(), Some(generator.answers_of_actions())]);
    let outline = outline.into_iter().flatten().flatten();
    let in_machine = generator.is_in_machine(id);
    let parts = (0..region.parts.len()).map(PartId).filter(|&part| !(in_machine && part == region.entry));
    let parts = parts.map(|part| generator.part_function(id, part));
    let visit = (!in_machine).then(|| visit(generator, id));
    let places = in_tree_order(generator, id).map(|place| functions_of_place(generator, id, place));
    let alike = &generator.tree.plan.region(id).alike;
    let (node, active) = (node(generator, id, alike), active(generator, id, alike));
    let (sleep, is_whole) = (sleep(generator, id, alike), whole(generator, id));
    let send = generator.tree.header.message.as_ref().map(|message| send(generator, id, message));
    let rest = rest(generator, id);
    let whole = (id == RegionId(0)).then(|| generator.root_machine());
    let branch = (region.after_end == AfterEnd::Outcome).then(|| branch(generator, id));
    let functions = quote! {
        #allow
        impl #name {
            #(#outline)*
            #(#parts)*
            #(#places)*
            #rest
            #node
            #visit
            #send
            #active
            #sleep
            #is_whole
        }
        impl #runtime::Region for #name {
            #[inline(always)]
            fn idle(&mut self) { *self = Self::Idle; }
        }
        #whole
        #branch
    };
    at_name(functions, &generator.interface.name)
}

/// The function that puts a leaf into its place, if the region has one. In `Region`, where the type is not known, the
/// same code takes 1.2 instructions more in W2 of the benchmarks.
fn rest(generator: &Generator, id: RegionId) -> Option<TokenStream> {
    let (runtime, region) = (&generator.runtime, &generator.tree.machine[id]);
    // It gets a function that makes the place, rather than the place: then LLVM writes the state as a whole, and sees
    // that what an abort wrote before is lost.
    region.place_ids().any(|place| matches!(region[place].holds, Holds::Leaf(_))).then(|| {
        quote! {
            #[inline]
            fn rest<__Slot, __Error>(
                &mut self,
                leaf: __Slot,
                place: fn(__Slot) -> Self,
            ) -> #runtime::Step<__Error> {
                *self = place(leaf);
                #runtime::Running
            }
        }
    })
}

/// The functions of what a place holds.
fn functions_of_place(generator: &Generator, region: RegionId, place: PlaceId) -> TokenStream {
    match generator.tree.machine[region][place].holds {
        Holds::Nothing | Holds::Begin => TokenStream::new(),
        Holds::Leaf(leaf) => match generator.tree.plan.place(region, place).begins {
            Begins::InLine => TokenStream::new(),
            Begins::InFunction => generator.leaf_function(region, place, leaf),
        },
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

/// A variant of the enum.
fn variant(generator: &Generator, region: RegionId, variant: &Variant) -> TokenStream {
    let name = named(&variant.name);
    match (&variant.holds, variant.is) {
        (&Content::Leaf { leaf, slot }, _) => {
            let slot = generator.slot(leaf, slot);
            quote!(#name(#slot))
        }
        (Content::Fields(_), Is::Place(place)) => {
            let fields = generator.frame_fields(region, place);
            quote!(#name #fields)
        }
        (Content::Nothing | Content::Fields(_), _) => quote!(#name),
    }
}
