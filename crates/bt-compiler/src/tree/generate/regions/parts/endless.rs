//! The code of a loop without a counter: `forever`, `repeat_until_success` and `repeat_until_failure`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tree::generate::Generator;
use crate::tree::ir::{Loop, PartId, PlaceId, RegionId};

impl Generator<'_> {
    pub fn endless_loop(&self, region: RegionId, turns: Loop, rest: PlaceId, child: PartId) -> TokenStream {
        let (runtime, inputs) = (&self.runtime, self.inputs_of_part(region, child));
        let (child, rest) = (self.names.part(region, child), self.names.place(region, rest));
        let Loop { go_on_after, result } = turns;
        let end = self.ended(result);
        // A pass that took no time ends the tick, so that a loop cannot hang. So does the last pass that a tick may
        // make.
        let turn = self.after_child(quote!(self.#child(#inputs)), go_on_after, quote!(), quote!(break 'whole #end));
        quote! {
            let mut began = #runtime::None;
            if let Self::Idle | Self::#rest = self {
                self.clear();
                began = #runtime::Some(inputs.span);
            }
            loop {
                #turn
                if began == #runtime::Some(inputs.span) || !inputs.may_repeat() {
                    *self = Self::#rest;
                    break 'whole #runtime::Running;
                }
                began = #runtime::Some(inputs.span);
            }
        }
    }
}
