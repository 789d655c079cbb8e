//! The frame of `for_each`: the number of the item, the item if it is used, and the state of the child.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::FrameCode;
use crate::tokens::own;
use crate::tree::generate::Generator;
use crate::tree::generate::values::context_at;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::ForEach;

impl FrameCode for ForEach {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs, state) =
            (&generator.runtime, generator.inputs_of_region(self.child), generator.region_type(self.child));
        let next = next(self, generator);
        let item = generator.tree.model.live(node);
        let set = match item.map(|item| generator.held_value(item)) {
            Some(held) => {
                let report = item.map(|item| generator.report_bound(item, &quote!(#held)));
                quote! {
                    **#held = #next;
                    if #held.is_none() { return #runtime::Success; }
                    #report
                }
            }
            None => quote!(if #next.is_none() { return #runtime::Success; }),
        };
        let shown = item.map(|item| {
            let (name, held) = (generator.bound(item), generator.held_value(item));
            quote!(let #name = #held.as_ref();)
        });
        quote! {
            loop {
                if let #state::Idle = child { #set }
                #shown
                match child.tick(#inputs) {
                    #runtime::Success => number.next(),
                    step => return step,
                }
                *child = #state::Idle;
                if !inputs.may_repeat() {
                    return #runtime::Running;
                }
            }
        }
    }
}

/// The item with the current number.
fn next(for_each: &ForEach, generator: &Generator) -> TokenStream {
    let (at, function) = (generator.span_of_function(for_each.items), generator.function(for_each.items));
    let (runtime, context, number) = (generator.runtime_at(at), context_at(at), own("number", at));
    let call = quote_spanned!(at=> #runtime::item(#function, #context, #number.get()));
    generator.with_names(for_each.items, function, call)
}
