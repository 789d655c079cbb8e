//! The frame of `wait`, `wait_between` and `delay`: a time that has to pass.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::FrameCode;
use crate::tree::generate::Generator;
use crate::tree::ir::NodeId;
use crate::tree::ir::frame::Timer;

impl FrameCode for Timer {
    fn tick(&self, _: &Generator, _: NodeId) -> TokenStream {
        quote!(timer.wait(&mut inputs.span))
    }

    fn is_short(&self) -> bool {
        true
    }

    fn sleep(&self, generator: &Generator, _: &[Ident]) -> TokenStream {
        let runtime = &generator.runtime;
        quote!(#runtime::Some(timer.left()))
    }
}
