//! The frame of `every`: a child, and a function that is called in regular intervals.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::generate::names::ident;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::{Every, Period};

impl FrameCode for Every {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let (times, period) = (&[self.period.code()], generator.new_timer(self.period.code()));
        let mut fields = match self.period {
            Period::Literal(_) => vec![generator.timer_field("left", times, period)],
            Period::Once(_) => {
                vec![
                    generator.timer_field("period", times, period),
                    generator.timer_field("left", times, quote!(period)),
                ]
            }
        };
        fields.push(generator.child_field(self.child));
        fields
    }

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

    fn sleep(&self, generator: &Generator) -> Option<TokenStream> {
        Some(generator.least(&[quote!(left.until_beat()), generator.sleep(&ident("child"))]))
    }
}
