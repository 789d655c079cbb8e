//! The frame of `simple_parallel`: the states of its two children.

use proc_macro2::TokenStream;
use quote::quote;

use super::{FrameCode, Given};
use crate::tree::generate::Generator;
use crate::tree::generate::names::ident;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::SimpleParallel;

impl FrameCode for SimpleParallel {
    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let runtime = &generator.runtime;
        let Given { declared, inputs, give } = generator.given(self.main);
        let inputs_of_background = generator.inputs_of_region(self.background);
        let [main, background] = [self.main, self.background].map(|region| generator.region_type(region));
        let give_up =
            generator.gives_up_all(node, &[(ident("main"), self.main), (ident("background"), self.background)]);
        quote! {
            #declared
            let whole = inputs.span;
            let step = match main.tick(#inputs) {
                #runtime::Error(error) => {
                    *main = #main::Idle;
                    #give_up;
                    return #runtime::Error(error);
                }
                #runtime::Running => {
                    inputs.span.use_up();
                    #runtime::Running
                }
                step => step,
            };
            let end = inputs.span;
            if step.is_running() || end != whole {
                inputs.span = whole.until(end);
                loop {
                    let began = #runtime::matches!(background, #background::Idle);
                    let before = inputs.span;
                    match background.tick(#inputs_of_background) {
                        #runtime::Running => break,
                        #runtime::Error(error) => {
                            *background = #background::Idle;
                            inputs.span = end.before(inputs.span);
                            #give_up;
                            return #runtime::Error(error);
                        }
                        _ => {}
                    }
                    // A pass that took no time ends the tick, so that it cannot hang.
                    if began && inputs.span == before || !inputs.may_repeat() {
                        break;
                    }
                }
                inputs.span = end;
            }
            if !step.is_running() {
                #give_up;
            }
            #give
            step
        }
    }
}
