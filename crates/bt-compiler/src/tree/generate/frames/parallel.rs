//! The frame of `parallel`, `parallel_all` and `race`: branches, each with a state of its own.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::{Field, FrameCode};
use crate::tree::generate::names::ident;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::frame::{Parallel, Rule};
use crate::tree::ir::{NodeId, RegionId};
use crate::tree::model::Threshold;

impl FrameCode for Parallel {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let read = self.rule.read().into_iter().map(|(name, code)| {
            let at = generator.span_of_value(code);
            Field::new(name, quote_spanned!(at=> u32), generator.value_of(code))
        });
        let states = self.branches.iter().map(|&branch| generator.state_field(name(generator, branch), branch));
        read.chain(states).collect()
    }

    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&generator.runtime, generator.inputs_on());
        let names: Vec<Ident> = self.branches.iter().map(|&branch| name(generator, branch)).collect();
        let give_up = generator.gives_up_all(node, &names);
        let number = |threshold, read: &str| match threshold {
            Threshold::Known(number) => quote!(#number),
            Threshold::Code(_) => {
                let read = ident(read);
                quote!(*#read as usize)
            }
        };
        let rule = match self.rule {
            Rule::Parallel { success, failure } => {
                let (success, failure) = (number(success, "successes"), number(failure, "failures"));
                quote!(#runtime::Rule::Parallel { success: #success, failure: #failure })
            }
            Rule::All { failure } => {
                let failure = number(failure, "failures");
                quote!(#runtime::Rule::All { failure: #failure })
            }
        };
        let (read, children) = (self.rule.read(), index(self.branches.len()));
        let read = read.into_iter().map(|(name, _)| ident(name));
        quote! {
            #(if *#read > #children {
                return #runtime::Failure;
            })*
            let ended = [#(#runtime::Branch::ended(#names)),*];
            let mut tally = #runtime::Tally::new(#rule, ended, &inputs.span);
            let end = 'decided: {
                #(
                    let end = if tally.ticks(#names, inputs) {
                        let step = #names.tick(#inputs);
                        tally.after(step, #names, inputs)
                    } else {
                        tally.end(inputs)
                    };
                    if let #runtime::Some(end) = end {
                        break 'decided end;
                    }
                )*
                return #runtime::Running;
            };
            #give_up;
            end
        }
    }
}

/// The field of a branch, which is named after its node.
pub(super) fn name(generator: &Generator, branch: RegionId) -> Ident {
    ident(generator.names.node(generator.machine[branch].node))
}
