//! The frame of a user's decorator around its child.

use proc_macro2::TokenStream;
use quote::quote;

use super::{FrameCode, Given};
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Decorated;

impl FrameCode for Decorated {
    fn has_start(&self) -> bool {
        true
    }

    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, given) = (&generator.runtime, generator.given(self.child));
        let Given { declared, inputs, give } = given;
        let decorator = generator.made(self.decorator);
        let start = generator.hook(decorator, "try_start", quote!(decorator, context));
        let before = generator.hook(decorator, "before_for", quote!(decorator, context, span));
        let after = generator.hook(decorator, "after", quote!(decorator, context, status));
        let finish = |outcome| generator.hook(decorator, "finish", quote!(decorator, context, #outcome));
        let (aborted, ended) = (finish(quote!(#runtime::Outcome::Aborted)), finish(quote!(outcome)));
        let passes = generator.tree.model.is_value_used(node).then(|| generator.passes_value(decorator));
        let give_up = generator.gives_up(node, generator.abort(quote!(child), self.child));
        quote! {
            #passes
            #declared
            let failed = if begins { #start.err() } else { #runtime::None };
            let decision = match failed {
                #runtime::None => inputs.lend_span(|span| #before),
                #runtime::Some(error) => #runtime::Decision::failed(error),
            };
            let step = match #runtime::decided(decision) {
                #runtime::Some(step) => step,
                #runtime::None => {
                    let status = match child.tick(#inputs).status() {
                        #runtime::Ok(status) => status,
                        #runtime::Err(error) => {
                            #aborted;
                            return #runtime::Error(error);
                        }
                    };
                    if status.is_running() {
                        inputs.span.use_up();
                    }
                    let status = #after;
                    if status.is_running() {
                        return #runtime::Running;
                    }
                    #runtime::Step::of(status)
                }
            };
            #give_up;
            #give
            if let #runtime::Some(outcome) = step.outcome() {
                #ended;
            }
            step
        }
    }

    fn aborted(&self, generator: &Generator, _: NodeId) -> Option<TokenStream> {
        let (runtime, decorator) = (&generator.runtime, generator.made(self.decorator));
        let aborted = quote!(decorator, context, #runtime::Outcome::Aborted);
        let finish = generator.hook(decorator, "finish", aborted);
        Some(quote!(#finish;))
    }

    fn used_by_abort(&self) -> Option<&'static str> {
        Some("decorator")
    }
}
