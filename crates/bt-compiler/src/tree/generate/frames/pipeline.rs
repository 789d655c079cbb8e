//! The frame of `pipeline`: which child has been reached, and the states of all children.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use super::FrameCode;
use super::parallel::name;
use crate::tree::generate::Generator;
use crate::tree::ir::frame::Pipeline;
use crate::tree::ir::{NodeId, RegionId};
use crate::tree::plan::Region;

impl FrameCode for Pipeline {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let runtime = &generator.runtime;
        let names: Vec<Ident> = self.children.iter().map(|&child| name(generator, child)).collect();
        let regions: Vec<(Ident, RegionId)> = names.iter().cloned().zip(self.children.iter().copied()).collect();
        let give_up = generator.gives_up_all(node, &regions);
        let kept = self.keeps.iter().map(|&value| (generator.bound(value), generator.held_value(value)));
        let (bound, held): (Vec<_>, Vec<_>) = kept.unzip();
        let children = self.children.iter().zip(&names).zip(0_u32..).map(|((&child, name), number)| {
            let state = generator.region_type(child);
            let Region { binds, from_pipeline, .. } = generator.tree.plan.region(child);
            let out = binds.map_or(quote!(value), |value| generator.held_value(value).to_token_stream());
            let lets = from_pipeline.iter().map(|&value| {
                let (name, held) = (generator.bound(value), generator.held_value(value));
                quote!(let #name = #held.as_ref();)
            });
            let inputs = generator.inputs_to(child, out.clone());
            let mut ticked = quote!(#name.tick(#inputs));
            if let Some(value) = *binds {
                ticked = generator.has_bound(ticked, value, out);
            }
            quote! {
                // A newly reached child begins where the one before it ended.
                if #number <= *reached {
                    inputs.span = whole;
                }
                #(#lets)*
                match #ticked {
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
                #({ #children })*
                #runtime::Success
            };
            #(let #bound = #held.as_ref();)*
            #give_up;
            end
        }
    }

    /// All reached children are ticked. One that has succeeded restarts, so it does not sleep.
    fn sleep(&self, generator: &Generator, _: &[Ident]) -> TokenStream {
        let runtime = &generator.runtime;
        let sleeps = self.children.iter().map(|&child| generator.sleep(&name(generator, child)));
        quote!(#runtime::least_of_reached(*reached, &[#(#sleeps),*]))
    }
}
