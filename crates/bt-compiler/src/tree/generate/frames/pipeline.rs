//! The frame of `pipeline`: which child has been reached, and the states of all children.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::parallel::name;
use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Pipeline;

impl FrameCode for Pipeline {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let reached = Field::new("reached", quote!(u32), quote!(0));
        let states = self.children.iter().map(|&child| generator.state_field(name(generator, child), child));
        std::iter::once(reached).chain(states).collect()
    }

    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&generator.runtime, generator.inputs_on());
        let names: Vec<Ident> = self.children.iter().map(|&child| name(generator, child)).collect();
        let give_up = generator.gives_up_all(node, &names);
        let children = self.children.iter().zip(&names).zip(0_u32..).map(|((&child, name), number)| {
            let state = generator.region_type(child);
            quote! {
                // A child that is new begins where the one before it ended.
                if #number <= *reached {
                    inputs.span = whole;
                }
                match #name.tick(#inputs) {
                    #runtime::Success => {}
                    #runtime::Running => {
                        if #number >= *reached {
                            *reached = #number;
                            return #runtime::Running;
                        }
                    }
                    end => {
                        *#name = #state::Idle;
                        break 'ended end;
                    }
                }
            }
        });
        quote! {
            let whole = inputs.span;
            let end = 'ended: {
                #(#children)*
                #runtime::Success
            };
            #give_up;
            end
        }
    }

    /// All that have been reached are ticked. One of them that has succeeded begins anew, so it does not sleep.
    fn sleep(&self, generator: &Generator) -> Option<TokenStream> {
        let runtime = &generator.runtime;
        let sleeps = self.children.iter().map(|&child| generator.sleep(&name(generator, child)));
        Some(quote!(#runtime::least_of_reached(*reached, &[#(#sleeps),*])))
    }
}
