//! The user's code in a tree with mistakes, called once each so that rustc reports mistakes in it in the same run.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use super::Generator;
use super::values::context_at;
use crate::sorted::SortedSet;
use crate::tree::check::Mistaken;
use crate::tree::model::{CodeId, Node, Number, Value};
use crate::tree::nodes::Takes;
use crate::tree::source::Code;

impl Generator<'_> {
    /// All expressions and functions among the arguments of built-in nodes without mistakes of their own, with a
    /// function for each node. They are parsed separately, since invalid Rust would hide everything after it.
    pub fn users_code(&self, mistaken: &Mistaken) -> TokenStream {
        let (runtime, context) = (&self.runtime, self.context());
        let (generics, context) = (context.generics(), context.ty());
        let params = self.interface.params_type.as_ref().map(|params| quote!(params: &#params,));
        let nameable = |node: &&Node| node.uses.iter().all(|&value| self.can_name(value));
        let sound = self.tree.model.nodes.iter().filter(|node| !mistaken.contains(&node.id));
        let functions = sound.filter(nameable).map(|node| {
            let (name, code) = (format_ident!("node_{}", node.id.0), self.arguments(node)?);
            let values = self.value_params(&node.uses.iter().copied().collect(), &SortedSet::new(), None);
            Some(quote!(#runtime::apart! { fn #name #generics(#values #params context: &mut #context) { #code } }))
        });
        functions.flatten().collect()
    }

    fn arguments(&self, node: &Node) -> Option<TokenStream> {
        let takes = node.kind.builtin()?.takes(node.args.len());
        let codes = node.args.iter().zip(takes).filter_map(|(value, takes)| match value {
            // It needs the remaining time, which only a tick has.
            Value::Timed(_) => None,
            value => Some((value.code()?, takes)),
        });
        let calls: TokenStream = codes.map(|(code, takes)| self.argument(node, code, takes)).collect();
        (!calls.is_empty()).then_some(calls)
    }

    fn argument(&self, node: &Node, code: CodeId, takes: Takes) -> TokenStream {
        let call = match (takes, self.tree.source.get(code)) {
            (Takes::Action, _) => {
                let (runtime, error, step) = (&self.runtime, self.error(), self.with_function(code, "action"));
                return quote!(let _: #runtime::Step<#error> = #step;);
            }
            (Takes::Effect, _) => return self.act(code),
            (Takes::Function | Takes::FirstChild, _) => self.condition(code),
            (Takes::Score, _) => self.score(code),
            (Takes::Key, _) => self.key_of(code),
            (Takes::Items, _) => {
                let (at, function) = (self.span_of_function(code), self.function(code));
                let (there, context) = (self.runtime_at(at), context_at(at));
                self.with_names(code, function, quote_spanned!(at=> #there::item(#function, #context, 0)))
            }
            (Takes::Time, _) => {
                let (at, time) = (self.span_of_value(code), self.value_of(code));
                let runtime = self.runtime_at(at);
                quote_spanned!(at=> #runtime::Timer::new(#time))
            }
            (Takes::Choice, Code::Choice { arms, .. }) => {
                self.matched(code, &vec![TokenStream::new(); arms.len()], node.id, None, false)
            }
            (Takes::Choice, _) => self.key_of(code),
            (Takes::Weight | Takes::NamedNumber, _) => self.number(Number::Code(code)),
            (Takes::Count | Takes::Threshold, _) => {
                let (at, count) = (self.span_of_value(code), self.value_of(code));
                let ty = quote_spanned!(at=> u32);
                return quote_spanned!(at=> let _: #ty = #count;);
            }
            (Takes::Value | Takes::Optional | Takes::NamedValue | Takes::Probability, _) => self.value_of(code),
        };
        quote!(let _ = #call;)
    }
}
