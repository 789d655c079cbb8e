//! The frame of `parallel`, `parallel_all` and `race`: branches, each with a state of its own.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::generate::names::ident;
use crate::tree::ir::frame::{Parallel, Rule};
use crate::tree::ir::{NodeId, RegionId};

impl FrameCode for Parallel {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let field = |&branch: &RegionId| generator.state_field(name(generator, branch), branch);
        self.branches.iter().map(field).collect()
    }

    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&generator.runtime, generator.inputs_on());
        let names: Vec<Ident> = self.branches.iter().map(|&branch| name(generator, branch)).collect();
        let give_up = generator.gives_up_all(node, &names);
        let rule = match self.rule {
            Rule::Parallel { success, failure } => {
                quote!(#runtime::Rule::Parallel { success: #success, failure: #failure })
            }
            Rule::All { failure } => quote!(#runtime::Rule::All { failure: #failure }),
        };
        quote! {
            let ended = [#(#runtime::Branch::ended(#names)),*];
            let mut tally = #runtime::Tally::new(#rule, ended, &inputs.span);
            let end = 'decided: {
                #(if let #runtime::Some(end) = tally.tick(#names, inputs, |branch, inputs| branch.tick(#inputs)) {
                    break 'decided end;
                })*
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
