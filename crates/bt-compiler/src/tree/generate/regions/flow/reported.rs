//! What a step reports to observers: its start, its result, and the value that it binds.

use proc_macro2::TokenStream;
use quote::quote;

use super::Writer;
use crate::tree::generate::index;
use crate::tree::ir::{Act, Exit, Exits, NodeId, Slot, Step, Target};
use crate::tree::outcome::Outcome;

impl Writer<'_> {
    /// The result of a step, reported to observers, with the value that it binds.
    pub(super) fn reported(&self, step: &Step, ticked: TokenStream, exits: Exits) -> TokenStream {
        self.bound(self.ended(step, ticked, exits), exits)
    }

    /// The result of a step, with the value that it binds reported to observers.
    pub(super) fn bound(&self, ticked: TokenStream, exits: Exits) -> TokenStream {
        match exits.success.value {
            Some(Slot::Local(value)) => {
                let place = self.generator.bound(value);
                self.generator.has_bound(ticked, value, quote!(#place))
            }
            Some(Slot::Out) | None => ticked,
        }
    }

    /// The result of a step, with its end reported to observers.
    fn ended(&self, step: &Step, ticked: TokenStream, exits: Exits) -> TokenStream {
        let (runtime, node) = (&self.generator.runtime, index(step.node.0));
        let ends = |exit: Exit| exit.end_of(step.node).is_some();
        let (success, failure) = (ends(exits.success), ends(exits.failure));
        match (success, failure) {
            _ if self.generator.tree.model[step.node].children.is_empty() => self.reported_leaf(step, ticked, exits),
            (true, true) => quote!(#runtime::has_ended(#ticked, #node, inputs)),
            (false, true) => quote!(#runtime::has_checked(#ticked, #node, inputs)),
            (_, false) => ticked,
        }
    }

    /// The result of a step of a leaf, which an observer may mock.
    fn reported_leaf(&self, step: &Step, ticked: TokenStream, exits: Exits) -> TokenStream {
        let (runtime, node) = (&self.generator.runtime, index(step.node.0));
        let can_run = match &step.act {
            Act::Call { call, .. } => self.generator.call_can_run(call),
            _ => None,
        };
        let run = can_run.unwrap_or_else(|| quote!(true));
        let can = quote!(#runtime::Can { run: #run, ..#runtime::Can::ANYTHING });
        let mock = match self.out(exits) {
            None => quote!(inputs.mock(#node, #can)),
            Some(out) => quote!(inputs.mock_value(#node, #can, #out)),
        };
        quote! {
            #runtime::has_run(
                match #mock { #runtime::Some(mocked) => mocked, #runtime::None => #ticked },
                #node,
                inputs,
            )
        }
    }

    /// Continues after a node with children, if an observer has answered for it. Otherwise the node begins.
    pub(super) fn mocked(&self, step: usize, exits: Exits, begins: Target) -> TokenStream {
        let (begin, mock) = (self.on(step, begins), self.mock(step, exits));
        let mock = (step >= self.mocks_at_entry().len()).then(|| quote!(if __Watch::OBSERVED { #mock }));
        quote!(#mock #begin)
    }

    /// Asks for answers instead of the nodes that begin with the flow. This comes before the match on places: in
    /// between, it would change the code even without observers.
    pub(super) fn mocked_at_entry(&self) -> Option<TokenStream> {
        let mocks = self.mocks_at_entry();
        let mocks = mocks.into_iter().enumerate().map(|(step, exits)| self.mock(step, exits));
        let mocks: TokenStream = mocks.collect();
        (!mocks.is_empty()).then(|| quote!(if __Watch::OBSERVED { if let Self::Idle = self { #mocks } }))
    }

    /// The exits of the nodes that begin with the flow and that an observer may answer for.
    fn mocks_at_entry(&self) -> Vec<Exits> {
        let steps = self.flow.steps.iter().map_while(|step| match step.act {
            Act::Mock { exits, .. } => Some(exits),
            _ => None,
        });
        steps.collect()
    }

    /// Asks for an answer instead of a node with children.
    fn mock(&self, step: usize, exits: Exits) -> TokenStream {
        let runtime = &self.generator.runtime;
        let mock = self.generator.mock(self.flow.steps[step].node, self.out(exits));
        let success = self.bound(quote!(success), exits);
        let ended = match (exits.success.to, exits.failure.to) {
            (Target::End(Outcome::Success), Target::End(Outcome::Failure)) => {
                quote!(return #runtime::Step::ended(#success))
            }
            (on_success, on_failure) => {
                let (on_success, on_failure) = (self.to(on_success), self.to(on_failure));
                quote!(if #success { #on_success } else { #on_failure })
            }
        };
        quote!(if let #runtime::Some(success) = #mock { #ended })
    }

    /// Reports the start of a step's node, if nothing else does.
    pub(super) fn start(&self, step: usize) -> Option<TokenStream> {
        let Step { node, starts, .. } = &self.flow.steps[step];
        let node = index(node.0);
        starts.then(|| quote!(inputs.start(#node);))
    }

    /// Takes an exit of a node, and reports the node's end if it ends there.
    pub(super) fn leave(&self, node: NodeId, exit: Exit) -> TokenStream {
        let (runtime, jump, ended) = (&self.generator.runtime, self.to(exit.to), index(node.0));
        match exit.end_of(node) {
            None => jump,
            Some(outcome) => {
                let outcome = if outcome.is_success() { quote!(Success) } else { quote!(Failure) };
                quote!({ inputs.finish(#ended, #runtime::Outcome::#outcome); #jump })
            }
        }
    }
}
