//! Whether a save has lost a value, or has a number that its node cannot have. Loading refuses such a save.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::tokens::own;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::frame::Fit;
use crate::tree::ir::{Holds, PlaceId, RegionId};
use crate::tree::plan::frames::Set;

/// Writes the function, if the tree can be loaded.
pub fn whole(generator: &Generator, id: RegionId) -> Option<TokenStream> {
    if !generator.interface.is_loaded() {
        return None;
    }
    let runtime = &generator.runtime;
    let arms = generator.tree.machine[id].place_ids().filter_map(|place| arm(generator, id, place));
    Some(quote! {
        fn is_whole(&self) -> bool {
            use #runtime::NotATree as _;
            match self {
                #(#arms)*
                _ => true,
            }
        }
    })
}

fn arm(generator: &Generator, region: RegionId, place: PlaceId) -> Option<TokenStream> {
    let (runtime, name) = (&generator.runtime, generator.names.place(region, place));
    match &generator.tree.machine[region][place].holds {
        Holds::Nothing | Holds::Begin => None,
        Holds::Leaf(leaf) if !generator.tree.source.may_be_tree(*leaf) => None,
        Holds::Leaf(_) if generator.tree.header.message.is_none() => {
            Some(quote!(Self::#name(leaf) => leaf.__is_whole(),))
        }
        Holds::Leaf(_) => Some(quote!(Self::#name(#runtime::MessageSlot::Active(leaf)) => leaf.__is_whole(),)),
        Holds::Frame(frame) => {
            let (numbers, ranges): (Vec<Ident>, Vec<TokenStream>) =
                frame.describe().fits().iter().filter_map(checked).unzip();
            let states = generator.frame_states(region, place);
            let set = &generator.tree.plan.frame(region, place).set;
            let kept: Vec<Ident> = set.iter().map(|&(value, _)| generator.held_value(value)).collect();
            let needed = set.iter().map(|(_, set)| needed(generator, set));
            Some(quote! {
                Self::#name { #(#numbers,)* #(#kept,)* #(#states,)* .. } => {
                    true #(&& #ranges)* #(&& (#kept.is_some() || !#needed))* #(&& #states.is_whole())*
                }
            })
        }
    }
}

/// A field with a number that must be in a range, and the check.
fn checked(fit: &Fit) -> Option<(Ident, TokenStream)> {
    let Fit::Number(name, range) = fit else { return None };
    let (name, first, last) = (own(name, Span::call_site()), index(*range.start()), index(*range.end()));
    Some((name.clone(), quote!((#first..=#last).contains(#name))))
}

/// Whether a value must be set, as an expression of the fields.
fn needed(generator: &Generator, set: &Set) -> TokenStream {
    let runtime = &generator.runtime;
    match set {
        Set::In(_, places) if places.is_empty() => quote!(false),
        Set::In(region, places) => {
            let state = generator.region_type(*region);
            let names = places.iter().map(|&place| generator.names.place(*region, place));
            quote!(#runtime::matches!(child, #(#state::#names { .. })|*))
        }
        Set::After(child) => {
            let child = u32::try_from(*child).unwrap_or(u32::MAX);
            quote!((*reached > #child))
        }
    }
}
