//! The frame of `parallel`, `parallel_all` and `race`: branches, each with a state of its own.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::FrameCode;
use crate::sorted::SortedSet;
use crate::tree::generate::bound::Caller;
use crate::tree::generate::names::ident;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::frame::{Parallel, Rule};
use crate::tree::ir::{NodeId, RegionId, ValueId};
use crate::tree::model::Threshold;

impl FrameCode for Parallel {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let runtime = &generator.runtime;
        let names: Vec<Ident> = self.branches.iter().map(|&branch| name(generator, branch)).collect();
        let regions: Vec<(Ident, RegionId)> = names.iter().cloned().zip(self.branches.iter().copied()).collect();
        let give_up = generator.gives_up_all(node, &regions);
        let takes = |&branch: &RegionId| generator.tree.plan.moves.region(generator.tree.machine, branch);
        let takes: SortedSet<ValueId> = self.branches.iter().flat_map(takes).copied().collect();
        let inputs = self.branches.iter().map(|&branch| {
            let kept = kept(generator, branch);
            let out = if generator.tree.model.gives_each(node) { quote!(#kept) } else { quote!(value) };
            generator.inputs_of_caller(branch, Caller { takes: &takes, ..Caller::PARAMS }, out)
        });
        let give = generator.tree.model.gives_each(node).then(|| give(self, generator));
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
            #give
            end
        }
    }
}

/// The field of a branch, which is named after its node.
pub(super) fn name(generator: &Generator, branch: RegionId) -> Ident {
    ident(generator.names.node(generator.tree.machine[branch].node))
}

/// The field that keeps the value of a branch until all have succeeded.
fn kept(generator: &Generator, branch: RegionId) -> Ident {
    format_ident!("value_of_{}", generator.names.node(generator.tree.machine[branch].node))
}

/// Returns the values of all branches together.
fn give(parallel: &Parallel, generator: &Generator) -> TokenStream {
    let runtime = &generator.runtime;
    let values = parallel.branches.iter().map(|&branch| match generator.tree.machine[branch].gives {
        Some(_) => {
            let kept = kept(generator, branch);
            quote!(#runtime::given(#kept.take()))
        }
        None => quote!(()),
    });
    quote! {
        if let #runtime::Success = end {
            *value = #runtime::Some((#(#values,)*));
        }
    }
}
