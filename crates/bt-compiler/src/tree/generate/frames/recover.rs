//! The frame of `recover`: how many recoveries are left, and which of the two children is active.

use proc_macro2::TokenStream;
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Recover;

impl FrameCode for Recover {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let (runtime, inputs, state) =
            (&generator.runtime, generator.inputs_of_region(self.child), generator.region_type(self.child));
        let [child, recovery] = [0, 1].map(|index| generator.names.place(self.child, self.begins[index]));
        quote! {
            loop {
                if let #state::Idle = child {
                    *child = if *recovers { #state::#recovery } else { #state::#child };
                }
                match (child.tick(#inputs), *recovers) {
                    (#runtime::Success, true) => *recovers = false,
                    (#runtime::Failure, false) if *left > 0 => {
                        *left -= 1;
                        *recovers = true;
                        continue;
                    }
                    (step, _) => return step,
                }
                if !inputs.may_repeat() {
                    return #runtime::Running;
                }
            }
        }
    }
}
