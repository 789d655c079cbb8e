//! Times that are constant expressions: a `const` item for each, and one for the size of its timer.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::Generator;
use crate::sorted::SortedMap;
use crate::tokens::located_at;
use crate::tree::model::CodeId;
use crate::tree::plan::constants::Constant;
use crate::tree::plan::layout::Content;
use crate::tree::plan::slots::{TimerSize, constant_time};
use crate::tree::source::span_of;

impl Generator<'_> {
    /// All constants. They are typed by the runtime library, so a wrong type is one error, at the time.
    pub fn constants(&self) -> TokenStream {
        let (runtime, allow) = (&self.interface.runtime, self.interface.allow());
        let times = self.tree.plan.slots.constants.iter().filter_map(|&code| {
            let constant = constant_time(code, self.tree.header, self.tree.source)?;
            let (name, constant) = (self.names.time(code)?, written(&constant, runtime));
            let value = quote!({ use #runtime::NoTime as _; #constant.time() });
            Some(quote!(#allow const #name: #runtime::Duration = #value;))
        });
        let fields = self.tree.plan.layout.states.iter().flat_map(|state| &state.variants).flat_map(|variant| {
            match &variant.holds {
                Content::Fields(fields) => &fields[..],
                Content::Nothing | Content::Leaf { .. } => &[],
            }
        });
        let sizes = fields.filter_map(|field| match field.timer {
            Some(TimerSize::Constant(time, more)) => Some((time, more)),
            _ => None,
        });
        let sizes: SortedMap<CodeId, Option<CodeId>> = sizes.collect();
        let sizes = sizes.into_iter().map(|(time, more)| {
            let name = self.names.timer_bytes(time);
            let times: Vec<&Ident> =
                std::iter::once(time).chain(more).filter_map(|time| self.names.time(time)).collect();
            quote!(#allow const #name: #runtime::usize = #runtime::timer_bytes(&[#(#times),*]);)
        });
        quote!(#(#times)* #(#sizes)*)
    }

    /// The type of a timer. `runtime` is the path of the runtime library there.
    pub fn timer_type(&self, size: TimerSize, runtime: &TokenStream) -> TokenStream {
        match size {
            TimerSize::Short => quote!(#runtime::ShortTimer),
            TimerSize::Long => quote!(#runtime::Timer),
            TimerSize::Constant(time, _) => {
                let bytes = self.names.timer_bytes(time);
                quote!(#runtime::TimerOf<[u8; #bytes]>)
            }
        }
    }
}

/// A constant, with the runtime library at the user's tokens.
fn written(constant: &Constant, runtime: &TokenStream) -> TokenStream {
    match constant {
        Constant::Time(time) => {
            let at = span_of(time);
            let runtime = located_at(runtime, at);
            quote_spanned!(at=> #runtime::Constant::of(#time))
        }
        Constant::Seconds(seconds) => {
            // `0.5_f32` has a type already.
            let ty = if seconds.to_string().contains("f32") { quote!(f32) } else { quote!(f64) };
            quote!(#runtime::Constant::<#ty>::of(#seconds))
        }
        Constant::Factor(factor) => factor.clone(),
        Constant::Operation { left, operation, right, at } => {
            let (left, operation, right) =
                (written(left, runtime), Ident::new(operation, *at), written(right, runtime));
            quote_spanned!(*at=> #left.#operation(#right))
        }
    }
}
