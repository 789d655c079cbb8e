//! `ir` -> Rust.
//!
//! Each region becomes an enum over its places and an `impl` with a function for each part; the tree itself becomes a
//! struct around the enum of region 0. Nothing is decided here: a choice that depends on what a node means belongs in
//! `lower`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::ast::Header;
use super::ir::{Machine, RegionId};
use super::model::{CodeId, Model, NodeId};
use super::source::{Code, Made, Source};
use context::Context;
use names::Names;

mod api;
mod code;
mod context;
mod flow;
mod frames;
mod names;
mod outline;
mod parts;
mod state;

pub use api::{Bodies, Interface};

/// The code of a tree that has no errors.
pub fn generate(
    runtime: &TokenStream,
    header: &Header,
    model: &Model,
    source: &Source,
    machine: &Machine,
) -> TokenStream {
    let interface = Interface::new(runtime, header, source);
    let names = Names::new(&interface.name, model, machine);
    let generator = Generator { runtime, header, model, source, machine, interface: &interface, names };
    let tree = api::tree(&generator);
    let regions = (0..machine.regions.len()).map(|region| state::region(&generator, region));
    let code = quote!(#tree #(#regions)*);
    interface.finish(code)
}

/// All that the code is made from.
pub struct Generator<'a> {
    runtime: &'a TokenStream,
    header: &'a Header,
    model: &'a Model,
    source: &'a Source,
    machine: &'a Machine,
    interface: &'a Interface,
    names: Names,
}

impl Generator<'_> {
    fn context(&self) -> &Context {
        &self.interface.context
    }

    /// The type of a region's state.
    fn region_type(&self, region: RegionId) -> &Ident {
        &self.names.regions[region]
    }

    /// A leaf or a decorator.
    fn made(&self, code: CodeId) -> &Made {
        match self.source.get(code) {
            Code::Made(made) => made,
            _ => unreachable!("leaves and decorators are made"),
        }
    }

    /// Where the name of a node stands.
    fn span(&self, node: NodeId) -> Span {
        self.model.nodes[node].span
    }

    /// The error type that steps carry.
    fn error(&self) -> TokenStream {
        let runtime = self.runtime;
        self.header.error.clone().unwrap_or_else(|| quote!(#runtime::private::NoError))
    }

    /// What all parts take beside the state: the parameters of the tree, the kept cells, and the context.
    fn inputs(&self) -> TokenStream {
        let (runtime, context) = (self.runtime, self.context().ty());
        let params = self.interface.params_type.as_ref().map(|params| quote!(params: &#params,));
        quote!(#params kept: &mut [#runtime::private::Cell], context: &mut #context)
    }

    /// The same, handed on.
    fn inputs_on(&self) -> TokenStream {
        let params = self.interface.params_type.as_ref().map(|_| quote!(params,));
        quote!(#params kept, context)
    }

    /// `-> Step<E>`.
    fn step(&self) -> TokenStream {
        let (runtime, error) = (self.runtime, self.error());
        quote!(#runtime::private::Step<#error>)
    }
}
