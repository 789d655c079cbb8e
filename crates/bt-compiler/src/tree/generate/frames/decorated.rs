//! The frame of a user's decorator around its child.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Field, FrameCode};
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Decorated;

impl FrameCode for Decorated {
    fn fields(&self, generator: &Generator) -> Vec<Field> {
        let made = generator.made(self.decorator);
        let decorator = Field::new("decorator", made.ty.clone(), generator.make(made));
        vec![decorator, generator.child_field(self.child)]
    }

    fn tick(&self, generator: &Generator, node: NodeId) -> TokenStream {
        let (runtime, inputs) = (&generator.runtime, generator.inputs_on());
        let decorator = generator.made(self.decorator);
        let before = generator.decorator(decorator, "before", quote!(decorator, context));
        let after = generator.decorator(decorator, "after", quote!(decorator, context, status));
        let give_up = generator.gives_up(node, quote!(child.abort(context, inputs)));
        quote! {
            if let #runtime::Some(status) = #before {
                #give_up;
                return #runtime::Step::of(status);
            }
            let status = match child.tick(#inputs).status() {
                #runtime::Ok(status) => status,
                #runtime::Err(error) => return #runtime::Error(error),
            };
            if status.is_running() {
                inputs.span.use_up();
            }
            let status = #after;
            if !status.is_running() {
                #give_up;
            }
            #runtime::Step::of(status)
        }
    }
}
