//! The frame of `finally`: how its child has ended, and the state of the child or of the cleanup.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::generate::bound::Caller;
use crate::tree::generate::names::ident;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Finally;

impl FrameCode for Finally {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, state) = (&generator.runtime, generator.region_type(self.child));
        let inputs = generator.inputs_to(self.child, quote!(&mut given));
        let [child, cleanup] = [0, 1].map(|index| generator.names.place(self.child, self.begins[index]));
        let ended = ident(self.ended());
        let [given, success, failure, gives] = if self.keeps_value {
            // A success without a value only occurs in damaged saves, and is treated as a failure.
            [
                quote!(let mut given = #runtime::None;),
                quote!(given.ok_or(())),
                quote!(#runtime::Err(())),
                quote!(match #ended.take() {
                    #runtime::Some(#runtime::Ok(kept)) => {
                        *value = #runtime::Some(kept);
                        #runtime::Success
                    }
                    _ => #runtime::Failure,
                }),
            ]
        } else {
            let gives = quote!(#runtime::Step::ended(*#ended == #runtime::Some(true)));
            [quote!(), quote!(true), quote!(false), gives]
        };
        let clean_up = clean_up(self, generator, node);
        let give_up = generator.gives_up(node, quote!({ #clean_up }));
        quote! {
            loop {
                if let #state::Idle = child {
                    *child = if #ended.is_some() { #state::#cleanup } else { #state::#child };
                }
                #given
                match (child.tick(#inputs), #ended.is_some()) {
                    (#runtime::Success, false) => *#ended = #runtime::Some(#success),
                    (#runtime::Failure, false) => *#ended = #runtime::Some(#failure),
                    (#runtime::Error(error), false) => {
                        #give_up;
                        return #runtime::Error(error);
                    }
                    (#runtime::Success | #runtime::Failure, true) => return #gives,
                    (step, _) => return step,
                }
            }
        }
    }

    fn aborted(&self, generator: &Generator, node: NodeId) -> Option<TokenStream> {
        let clean_up = clean_up(self, generator, node);
        let ended = ident(self.ended());
        Some(quote!(if #ended.is_none() { #clean_up }))
    }

    fn used_by_abort(&self) -> Option<&'static str> {
        Some(self.ended())
    }
}

/// Ticks the cleanup for no time. Only an observer gets its error, if it has one. Values that only the child uses may
/// already be unset.
fn clean_up(frame: &Finally, generator: &Generator, node: NodeId) -> TokenStream {
    let (runtime, unset) = (&generator.runtime, &generator.tree.plan.unset_in_cleanups[&node]);
    let none = quote!(&mut #runtime::None);
    let (inputs, state) = (
        generator.inputs_of_caller(frame.child, Caller { unset, ..Caller::PARAMS }, none),
        generator.region_type(frame.child),
    );
    let cleanup = generator.names.place(frame.child, frame.begins[1]);
    let (abort, lost) = (generator.abort(quote!(child), frame.child), generator.report_lost(node));
    quote! {
        *child = #state::#cleanup;
        inputs.in_an_instant(|inputs| {
            match child.tick(#inputs) {
                #runtime::Running => { #abort; }
                #lost
                _ => {}
            }
        });
    }
}
