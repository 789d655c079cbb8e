//! The frame of `finally`: how its child has ended, and the state of the child or of the cleanup.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Finally;

impl FrameCode for Finally {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs, state) =
            (&generator.runtime, generator.inputs_to(self.child, quote!(kept)), generator.region_type(self.child));
        let [child, cleanup] = [0, 1].map(|index| generator.names.place(self.child, self.begins[index]));
        let give = self.keeps_value.then(|| quote!(*value = kept.take();));
        let clean_up = clean_up(self, generator, node);
        let give_up = generator.gives_up(node, quote!({ #clean_up }));
        quote! {
            loop {
                if #runtime::matches!(child, #state::Idle) {
                    *child = if ended.is_some() { #state::#cleanup } else { #state::#child };
                }
                match (child.tick(#inputs), *ended) {
                    (#runtime::Success, #runtime::None) => *ended = #runtime::Some(true),
                    (#runtime::Failure, #runtime::None) => *ended = #runtime::Some(false),
                    (#runtime::Error(error), #runtime::None) => {
                        #give_up;
                        return #runtime::Error(error);
                    }
                    (#runtime::Success | #runtime::Failure, #runtime::Some(success)) => {
                        #give
                        return #runtime::Step::ended(success);
                    }
                    (step, _) => return step,
                }
            }
        }
    }

    fn aborted(&self, generator: &Generator, node: NodeId) -> Option<TokenStream> {
        let clean_up = clean_up(self, generator, node);
        Some(quote!(if ended.is_none() { #clean_up }))
    }

    fn used_by_abort(&self) -> Option<&'static str> {
        Some("ended")
    }
}

/// Runs the cleanup for an instant. An error in it is lost. Values that only the child uses may already be unset.
fn clean_up(frame: &Finally, generator: &Generator, node: NodeId) -> TokenStream {
    let (runtime, unset) = (&generator.runtime, &generator.plan.unset_in_cleanups[&node]);
    let none = quote!(&mut #runtime::None);
    let (inputs, state) = (generator.inputs_with_unset(frame.child, unset, none), generator.region_type(frame.child));
    let cleanup = generator.names.place(frame.child, frame.begins[1]);
    let abort = generator.abort(quote!(child), frame.child);
    quote! {
        *child = #state::#cleanup;
        inputs.in_an_instant(|inputs| {
            if child.tick(#inputs).is_running() {
                #abort;
            }
        });
    }
}
