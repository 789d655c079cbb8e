//! Expressions that call the runtime library.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{Generator, index};
use crate::tokens::own;
use crate::tree::ir::{Call, CellId};
use crate::tree::model::{CodeId, NodeId};
use crate::tree::source::Code;

impl Generator<'_> {
    /// A call that returns a `Step`, or a `bool` if it answers immediately. A used value goes to `out`.
    pub fn call(&self, call: &Call, node: NodeId, out: Option<TokenStream>) -> TokenStream {
        let runtime = &self.runtime;
        match call {
            Call::Action(code) if out.is_some() => self.action_for_value(*code, false, &out.unwrap_or_default()),
            Call::TimedAction(code) if out.is_some() => self.action_for_value(*code, true, &out.unwrap_or_default()),
            Call::Give(code) => self.give(*code, out),
            Call::Action(code) => self.with_function(*code, "action"),
            Call::TimedAction(code) => self.timed_action(*code),
            Call::Condition(code) => self.holds(*code, node),
            Call::WaitUntil(code) => {
                let holds = self.holds(*code, node);
                quote!(#runtime::until(#holds))
            }
            Call::Running => quote!(#runtime::Running),
            Call::Constant(success) => quote!(#success),
            Call::IsEmpty(CellId(cell)) => quote!(#runtime::is_empty(inputs.cell(#cell))),
            Call::KeptSuccess(CellId(cell)) => quote!(#runtime::kept_success(inputs.cell(#cell))),
            Call::Keep(CellId(cell), success) => quote!(#runtime::keep(inputs.cell(#cell), #success)),
            Call::IsBelow(CellId(cell), limit) => {
                let (at, limit) = (self.span_of_value(*limit), self.value_of(*limit));
                let (runtime, inputs) = (self.runtime_at(at), own("inputs", at));
                quote_spanned!(at=> #runtime::is_below(&#inputs.kept[#inputs.base + #cell], #limit))
            }
            Call::CountUp(CellId(cell)) => quote!(#runtime::count_up(inputs.cell(#cell))),
            Call::KeepMoment(CellId(cell)) => quote!(inputs.stopped(#cell)),
            Call::HasCooled(CellId(cell), time) => {
                let (at, time) = (self.span_of_value(*time), self.time(*time));
                let (runtime, inputs) = (self.runtime_at(at), own("inputs", at));
                quote_spanned!(at=> #runtime::has_cooled(&#inputs.kept[#inputs.base + #cell..], #time, &#inputs.span))
            }
            Call::Chance(probability) => {
                let (at, value) = (self.span(node), self.value_of(*probability));
                let probability = Ident::new("__probability", self.span_of_value(*probability));
                let (runtime, rng) = (self.runtime_at(at), self.context_with("draws", at));
                let chance = quote_spanned!(at=> { let #probability = #value; #runtime::chance(#rng, #probability) });
                let node = index(node.0);
                quote!(inputs.chanced(#node, #chance))
            }
            Call::Remember(key, value, None) => self.in_memory(node, "memory_mut", "remember", &[*key, *value]),
            Call::Remember(key, value, Some(at)) => {
                self.in_memory(node, "memory_mut", "remember_at", &[*key, *value, *at])
            }
            Call::Recalls(key, None) => self.in_memory(node, "memory", "recalls", &[*key]),
            Call::Recalls(key, Some(value)) => self.in_memory(node, "memory", "recalls_value", &[*key, *value]),
            Call::Forget(key) => self.in_memory(node, "memory_mut", "forget", &[*key]),
        }
    }

    /// Succeeds with a value.
    fn give(&self, code: CodeId, out: Option<TokenStream>) -> TokenStream {
        let (at, value) = (self.span_of_value(code), self.value_of(code));
        let runtime = self.runtime_at(at);
        let out = out.unwrap_or_else(|| quote!(&mut #runtime::None));
        quote_spanned!(at=> #runtime::give(#out, #value))
    }

    /// A guard of a `match` arm, which checks whether an action can be running, by its type. It calls nothing.
    pub fn if_call_can_run(&self, call: &Call) -> Option<TokenStream> {
        self.call_can_run(call).map(|can_run| quote!(if #can_run))
    }

    /// Whether an action can be running, as an expression.
    pub fn call_can_run(&self, call: &Call) -> Option<TokenStream> {
        let (code, function) = match call {
            Call::Action(code) => (*code, "answers"),
            Call::TimedAction(code) => (*code, "timed_answers"),
            _ => return None,
        };
        let (runtime, answers) = (self.runtime_at(self.span_of_function(code)), self.with_function(code, function));
        Some(quote!({ use #runtime::MayBeNoAnswer as _; #runtime::can_run(|| #answers.__known()) }))
    }

    /// A function of the runtime library for the memory of the context. Closures are called first, since they cannot
    /// borrow the context while its memory is borrowed.
    pub fn in_memory(&self, node: NodeId, lend: &str, function: &str, values: &[CodeId]) -> TokenStream {
        let shared = self.shared(values[0]);
        if let Some(shared) = shared.filter(|_| !self.in_piece) {
            return self.shared_call(shared);
        }
        let at = self.span(node);
        let (runtime, lent) = (self.runtime_at(at), self.context_with("has_memory", at));
        let (lend, function) = (Ident::new(lend, at), Ident::new(function, at));
        let (mut before, mut args) = (Vec::new(), Vec::new());
        for (number, &code) in values.iter().enumerate() {
            let value = match (shared, self.tree.source.get(code)) {
                (Some(piece), Code::Value(value)) => {
                    self.arg_in_piece(piece, number, piece.args[number].as_ref(), value)
                }
                _ => self.value_of(code),
            };
            let name = format_ident!("__value_{}", args.len(), span = at);
            if self.is_closure(code) {
                before.push(quote_spanned!(at=> let #name = #value;));
                args.push(quote!(#name));
            } else {
                args.push(value);
            }
        }
        quote_spanned!(at=> { #(#before)* #runtime::#function(#runtime::#lend(#lent), #(#args),*) })
    }
}
