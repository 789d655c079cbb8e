//! `ir` -> Rust: writes the code of a tree.
//!
//! Each region becomes an enum with a variant for each place, and an `impl` with a function for each part. The tree
//! itself becomes a struct around the enum of region 0. Nothing is decided here: choices that depend on the meaning of
//! a node belong in `lower`, and choices of how it runs in `plan`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::sorted::SortedSet;
use crate::tree::analyse::Analysis;
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ast::Header;
use crate::tree::check::Mistaken;
use crate::tree::ir::{Machine, Outcome, RegionId};
use crate::tree::model::{CodeId, Model, NodeId};
use crate::tree::pieces::Live;
use crate::tree::plan::plan;
use crate::tree::plan::reads::Reads;
use crate::tree::shape::Lowered;
use crate::tree::source::{Code, Made, Source};
use bound::Caller;
use context::Context;
use names::Names;

mod bound;
mod calls;
mod choices;
mod conditions;
mod constants;
mod context;
mod frames;
mod interface;
mod live;
mod made;
mod names;
mod regions;
mod slots;
mod throttled;
mod users_code;
mod values;
mod why;

pub use interface::{Bodies, Interface, at_name};

/// The code of a tree that has no errors.
pub fn generate(
    runtime: &TokenStream,
    tree: Lowered,
    analysis: &Analysis,
    live: Option<&Live>,
    parts: bool,
) -> TokenStream {
    let interface = Interface::new(runtime, tree.header, tree.source);
    let generator = Generator { live, parts, ..Generator::new(&interface, tree, analysis) };
    let regions = (0..tree.machine.regions.len()).map(RegionId);
    let states: TokenStream = regions.clone().map(|region| regions::state::declaration(&generator, region)).collect();
    let functions: TokenStream = regions.map(|region| regions::state::functions(&generator, region)).collect();
    let (constants, slots, claims) = (generator.constants(), generator.slots(), generator.claims());
    let unused = generator.unused_names();
    let bodies = interface::bodies(&generator);
    let live = live.map(|live| Generator { in_piece: true, ..generator }.live(live));
    interface.items(&bodies, quote!(#constants #slots #states #unused), quote!(#functions #claims #live))
}

/// The user's own code in a tree with mistakes.
pub fn users_code(
    interface: &Interface,
    header: &Header,
    model: &Model,
    source: &Source,
    mistaken: &Mistaken,
) -> TokenStream {
    let (machine, analysis) = (
        Machine::default(),
        Analysis { root: Results::ANYTHING, unthrottled: Possible::Known(true), claims: Vec::new() },
    );
    let plan = plan(header, model, source, &machine);
    let tree = Lowered { header, model, source, machine: &machine, plan: &plan };
    Generator::new(interface, tree, &analysis).users_code(mistaken)
}

/// The input of code generation.
pub struct Generator<'a> {
    tree: Lowered<'a>,
    analysis: &'a Analysis,
    /// The items that let the tree change at run time.
    live: Option<&'a Live>,
    /// Whether the parts of conditions are reported.
    parts: bool,
    /// The runtime library as functions name it.
    runtime: Ident,
    interface: &'a Interface,
    names: Names,
    /// Which values functions take.
    reads: &'a Reads,
    /// Whether the user's code is written as a piece of a live tree, with its names in scope.
    in_piece: bool,
}

impl<'a> Generator<'a> {
    fn new(interface: &'a Interface, tree: Lowered<'a>, analysis: &'a Analysis) -> Self {
        let (runtime, names, reads) = (interface.short(), Names::new(tree.plan), &tree.plan.reads);
        Generator { tree, analysis, live: None, parts: false, runtime, interface, names, reads, in_piece: false }
    }
}

/// A number as written by hand: `3` instead of `3usize`.
fn index(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}

/// As the runtime library takes it: whether it is a success.
impl ToTokens for Outcome {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.is_success().to_tokens(tokens);
    }
}

impl Generator<'_> {
    fn context(&self) -> &Context {
        &self.interface.context
    }

    /// The type of a region's state.
    fn region_type(&self, region: RegionId) -> &Ident {
        &self.names.regions[region.0]
    }

    /// A leaf or a decorator.
    fn made(&self, code: CodeId) -> &Made {
        match self.tree.source.get(code) {
            Code::Made(made) => made,
            _ => unreachable!("leaves and decorators are made"),
        }
    }

    /// The span of a node's name.
    fn span(&self, node: NodeId) -> Span {
        self.tree.model[node].span
    }

    /// Whether the tick and the visit of a region are written in `Machine`: only those of the root. If the context
    /// comes from a leaf, rustc cannot resolve it there.
    fn is_in_machine(&self, region: RegionId) -> bool {
        region == RegionId(0) && !self.context().is_of_leaf()
    }

    /// The error type that steps carry.
    fn error(&self) -> TokenStream {
        let runtime = &self.runtime;
        self.tree.header.error.clone().unwrap_or_else(|| quote!(#runtime::Infallible))
    }

    /// The parameters of every part besides the state: the parameters of the tree, the context, and the data that a
    /// tick passes from node to node.
    fn inputs(&self) -> TokenStream {
        let (params, inputs) = (self.interface.params_type.as_ref(), self.inputs_without_params());
        let params = params.map(|params| quote!(params: &#params,));
        quote!(#params #inputs)
    }

    /// The parameters of a part without those of the tree, which are needed only where nodes begin.
    fn inputs_without_params(&self) -> TokenStream {
        let (runtime, context) = (&self.runtime, self.context().ty());
        quote!(context: &mut #context, inputs: &mut #runtime::TickInputs<'_, __Watch>)
    }

    /// The parameters of a visit. If an abort can start nodes, these include the tree's parameters and values.
    fn inputs_of_visit(&self, region: RegionId) -> TokenStream {
        if !self.tree.plan.cleans_up {
            return self.inputs_without_params();
        }
        let (values, inputs) = (self.value_params(self.reads.abort(region), &SortedSet::new(), None), self.inputs());
        quote!(#values #inputs)
    }

    /// Visits whatever is active in the state of a region.
    fn visit(&self, state: TokenStream, region: RegionId, visit: TokenStream) -> TokenStream {
        if self.is_in_machine(region) {
            let runtime = &self.runtime;
            let params = if self.interface.params_type.is_some() { quote!(params) } else { quote!(&()) };
            return quote!(#runtime::Machine::visit_machine(#state, #params, context, inputs, #visit));
        }
        if !self.tree.plan.cleans_up {
            return quote!(#state.visit(context, inputs, #visit));
        }
        let (values, inputs) =
            (self.value_args(self.reads.abort(region), &SortedSet::new(), Caller::PARAMS), self.inputs_on());
        quote!(#state.visit(#values #inputs, #visit))
    }

    /// Aborts whatever is active in the state of a region.
    fn abort(&self, state: TokenStream, region: RegionId) -> TokenStream {
        let runtime = &self.runtime;
        self.visit(state, region, quote!(&#runtime::Abort))
    }

    /// The aborts of the states of several children, in their order.
    fn abort_all(&self, states: &[(Ident, RegionId)]) -> TokenStream {
        let aborts = states.iter().map(|(state, region)| self.abort(quote!(#state), *region));
        quote!(#(#aborts;)*)
    }

    /// The arguments with which one part calls another.
    fn inputs_on(&self) -> TokenStream {
        let params = self.interface.params_type.as_ref().map(|_| quote!(params,));
        quote!(#params context, inputs)
    }

    /// The return type of a part, and the bounds of the context.
    fn step(&self) -> TokenStream {
        let (runtime, error) = (&self.runtime, self.error());
        let bounds = self.context().bounds(&error);
        quote!(#runtime::Step<#error> #bounds)
    }

    /// The end of a part.
    fn ended(&self, outcome: Outcome) -> TokenStream {
        let runtime = &self.runtime;
        match outcome {
            Outcome::Success => quote!(#runtime::Success),
            Outcome::Failure => quote!(#runtime::Failure),
        }
    }

    /// Continues after success and after failure of a step. Running or an error is returned.
    fn after(&self, step: TokenStream, success: TokenStream, failure: TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        quote!(match #step {
            #runtime::Success => { #success }
            #runtime::Failure => { #failure }
            step => return step,
        })
    }

    /// Continues with `then` after this outcome, and with `otherwise` after the other one.
    fn after_either(
        &self,
        step: TokenStream,
        outcome: Outcome,
        then: TokenStream,
        otherwise: TokenStream,
    ) -> TokenStream {
        match outcome {
            Outcome::Success => self.after(step, then, otherwise),
            Outcome::Failure => self.after(step, otherwise, then),
        }
    }
}
