//! The frame of `timeout`: a child with a time limit.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::generate::names::ident;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Timeout;

impl FrameCode for Timeout {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&generator.runtime, generator.inputs_of_region(self.child));
        let give_up = generator.gives_up(node, generator.abort(quote!(child), self.child));
        quote! {
            let mut whole = inputs.span;
            inputs.span = timer.cut(whole);
            let step = child.tick(#inputs);
            if !step.is_running() {
                inputs.span = timer.after(whole, inputs.span);
                return step;
            }
            if timer.run_out(&mut whole) {
                inputs.span = whole;
                #give_up;
                return #runtime::Failure;
            }
            step
        }
    }

    fn sleep(&self, generator: &Generator, _: &[Ident]) -> TokenStream {
        let (runtime, child) = (&generator.runtime, generator.sleep(&ident("child")));
        generator.least(&[quote!(#runtime::Some(timer.left())), child])
    }
}
