//! The frame of `every`: a child, and a function that is called at regular intervals.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::generate::names::ident;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::{Every, Period};

impl FrameCode for Every {
    fn tick(&self, generator: &Generator, _: NodeId) -> TokenStream {
        let (inputs, action) = (generator.inputs_of_region(self.child), generator.act(self.action));
        let period = match self.period {
            Period::Literal(code) => generator.new_timer(code),
            Period::Once(_) => quote!(*period),
        };
        quote! {
            let begin = inputs.span;
            let step = child.tick(#inputs);
            let beats = left.beats(#period, begin, inputs.span, &step);
            for _ in 0..inputs.may_beat(beats) {
                #action
            }
            step
        }
    }

    fn sleep(&self, generator: &Generator, _: &[Ident]) -> TokenStream {
        generator.least(&[quote!(left.until_beat()), generator.sleep(&ident("child"))])
    }
}
