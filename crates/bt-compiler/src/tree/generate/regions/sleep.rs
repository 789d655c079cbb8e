//! The function of a region that says how long ticks may be skipped.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::tokens::own;
use crate::tree::generate::Generator;
use crate::tree::ir::{AfterEnd, Holds, PlaceId, RegionId};
use crate::tree::plan::places::Sleeps;

/// Writes the function. Places that ask the context or have yielded need no arm; if no arm is left, `Region` has a
/// default.
pub fn sleep(generator: &Generator, id: RegionId, alike: &[Vec<PlaceId>]) -> Option<TokenStream> {
    let (runtime, region) = (&generator.runtime, &generator.tree.machine[id]);
    let awake = |&place: &PlaceId| generator.tree.plan.place(id, place).sleeps == Sleeps::Never;
    let places = alike.iter().map(|places| places.iter().copied().filter(|place| !awake(place)).collect());
    let places: Vec<Vec<PlaceId>> = places.collect();
    let ended = (region.after_end == AfterEnd::Outcome)
        .then(|| quote!(Self::Succeeded | Self::Failed => #runtime::Some(#runtime::Duration::MAX),));
    let arms: Vec<TokenStream> = places.iter().filter_map(|places| arm(generator, id, places)).chain(ended).collect();
    let (generics, bounds) = generator.interface.generics_of_sleep();
    let sleeps = !arms.is_empty() || generics.is_some();
    sleeps.then(|| {
        quote! {
            #[inline]
            fn sleep #generics(&self) -> #runtime::Option<#runtime::Duration> #bounds {
                match self { #(#arms)* _ => #runtime::None }
            }
        }
    })
}

fn arm(generator: &Generator, id: RegionId, alike: &[PlaceId]) -> Option<TokenStream> {
    let (runtime, first) = (&generator.runtime, *alike.first()?);
    let name = |&place: &PlaceId| generator.names.place(id, place);
    let names: Vec<&Ident> = alike.iter().map(name).collect();
    match &generator.tree.machine[id][first].holds {
        Holds::Begin => None,
        Holds::Nothing => Some(quote!(#(Self::#names)|* => #runtime::Some(#runtime::Duration::MAX),)),
        Holds::Leaf(leaf) => {
            let made = generator.made(*leaf);
            let leaf = own("leaf", made.span);
            let asleep = generator.hook(made, "sleep_in", quote!(#leaf));
            Some(quote!(#(Self::#names(#leaf))|* => #asleep,))
        }
        Holds::Frame(_) => {
            let sleep = generator.frame(id, first).sleep(generator, &generator.frame_states(id, first));
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
