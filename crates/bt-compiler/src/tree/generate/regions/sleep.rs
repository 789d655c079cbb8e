//! The function of a region that says how long ticks may be left out.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::generate::values::own;
use crate::tree::ir::{Act, Body, Call, Holds, PlaceId, Region, RegionId};

/// Writes the function. `None`, for all that asks the context or has yielded, takes no arm.
pub fn sleep(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> TokenStream {
    let (runtime, region) = (&generator.runtime, &generator.machine[id]);
    let (asked, endless) = (asked(region), endless(region));
    let places: Vec<Vec<PlaceId>> = alike.iter().map(|places| without(places, &asked)).collect();
    let ended =
        region.branch.then(|| quote!(Self::Succeeded | Self::Failed => #runtime::Some(#runtime::Duration::MAX),));
    let arms: Vec<TokenStream> =
        places.iter().filter_map(|places| arm(generator, id, places, &endless)).chain(ended).collect();
    let how_long =
        if arms.is_empty() { quote!(#runtime::None) } else { quote!(match self { #(#arms)* _ => #runtime::None }) };
    let (generics, bounds) = generator.interface.generics_of_sleep();
    quote! {
        #[inline]
        fn sleep #generics(&self) -> #runtime::Option<#runtime::Duration> #bounds { #how_long }
    }
}

/// The places below what asks the context in every tick.
fn asked(region: &Region) -> BTreeSet<PlaceId> {
    let asks = |body: &Body| matches!(body, Body::Guard { .. }) || body.is_reactive();
    let asking = region.parts.iter().filter(|part| asks(&part.body));
    asking.flat_map(|part| part.places.start.0..part.places.end.0).map(PlaceId).collect()
}

/// The places of `running`.
fn endless(region: &Region) -> BTreeSet<PlaceId> {
    let flows = region.parts.iter().filter_map(|part| match &part.body {
        Body::Flow(flow) => Some(flow),
        _ => None,
    });
    let places = flows.flat_map(|flow| &flow.steps).filter_map(|step| match step.act {
        Act::Call { call: Call::Running, place, .. } => place,
        _ => None,
    });
    places.collect()
}

fn without(places: &[PlaceId], asked: &BTreeSet<PlaceId>) -> Vec<PlaceId> {
    places.iter().copied().filter(|place| !asked.contains(place)).collect()
}

fn arm(generator: &Generator, id: RegionId, alike: &[PlaceId], endless: &BTreeSet<PlaceId>) -> Option<TokenStream> {
    let (runtime, first) = (&generator.runtime, *alike.first()?);
    let name = |&place: &PlaceId| generator.names.place(id, place);
    let names: Vec<&Ident> = alike.iter().map(name).collect();
    match &generator.machine[id][first].holds {
        Holds::Begin => None,
        Holds::Nothing => {
            let names: Vec<&Ident> = alike.iter().filter(|place| endless.contains(place)).map(name).collect();
            (!names.is_empty()).then(|| quote!(#(Self::#names)|* => #runtime::Some(#runtime::Duration::MAX),))
        }
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let leaf = own("leaf", made.span);
            let asleep = generator.behavior(made, "asleep", quote!(#leaf));
            Some(quote!(#(Self::#names(#leaf))|* => #asleep,))
        }
        Holds::Frame(_) => {
            let sleep = generator.frame(id, first).sleep(generator)?;
            let (pattern, _) = generator.frame_pattern(id, first);
            Some(quote!(#pattern => #sleep,))
        }
    }
}

impl Generator<'_> {
    /// How long the whole tree may go without a tick.
    pub fn sleep_of_tree(&self) -> TokenStream {
        let context = self.interface.context_of_sleep();
        quote!(self.__state.sleep #context())
    }

    /// How long a state that is active may go without a tick.
    pub fn sleep(&self, state: &Ident) -> TokenStream {
        let context = self.interface.context_of_sleep();
        quote!(#state.sleep #context())
    }
}
