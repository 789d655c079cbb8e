//! The frame of `wait`, `wait_between` and `delay`: a time that has to pass.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::generate::values::own;
use crate::tree::ir::frame::{Duration, Timer};
use crate::tree::ir::{CellId, CodeId, NodeId};

impl FrameCode for Timer {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let timer = match self.duration {
            Duration::For(time) => generator.timer_field("timer", &[time], generator.new_timer(time)),
            Duration::Between(least, most) => {
                generator.timer_field("timer", &[least, most], drawn(generator, least, most))
            }
            Duration::Since(cell, time) => generator.timer_field("timer", &[time], since(generator, cell, time)),
        };
        vec![timer]
    }

    fn tick(&self, _: &Generator, _: NodeId) -> TokenStream {
        quote!(timer.wait(&mut inputs.span))
    }

    fn sleep(&self, generator: &Generator) -> Option<TokenStream> {
        let runtime = &generator.runtime;
        Some(quote!(#runtime::Some(timer.left())))
    }
}

/// A timer for what is left of a time since a kept moment.
fn since(generator: &Generator, cell: CellId, time: CodeId) -> TokenStream {
    let (at, value, cell) = (generator.span_of_value(time), generator.value_of(time), cell.0);
    let inputs = own("inputs", at);
    quote_spanned!(at=> #inputs.since(#cell, #value))
}

/// A timer for a time that is drawn between two.
fn drawn(generator: &Generator, least: CodeId, most: CodeId) -> TokenStream {
    let at = generator.span_of_value(least);
    let (runtime, times) = (generator.runtime_at(at), &[least, most]);
    let (least, most) = (generator.value_of(least), generator.value_of(most));
    let (rng, timer) = (generator.asked("draws", at), generator.timer_for(times));
    let drawn = quote_spanned!(at=> { let (least, most) = (#least, #most); #runtime::between(#rng, least, most) });
    if timer == "Timer" { drawn } else { quote_spanned!(at=> #runtime::#timer::from(#drawn)) }
}
