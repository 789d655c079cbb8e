//! Reports to observers why nodes make their decisions. Without observers, these functions of the runtime library do
//! nothing.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Generator, index};
use crate::tree::model::{CodeId, NodeId, ValueId};

impl Generator<'_> {
    /// Whether the condition of a node holds.
    pub fn holds(&self, code: CodeId, node: NodeId) -> TokenStream {
        let number = index(node.0);
        self.reported(code, node, |holds| quote!(inputs.holds(#number, #holds)))
    }

    /// The score of a child of a node.
    pub fn scored(&self, code: CodeId, child: usize, node: NodeId) -> TokenStream {
        let (score, child, node) = (self.score(code), index(child), index(node.0));
        quote!(inputs.scored(#node, #child, #score))
    }

    /// The key of a node, which is in a variable.
    pub fn report_key(&self, node: NodeId, changed: TokenStream, key: TokenStream) -> TokenStream {
        let (key, node) = (self.looked_at(key), index(node.0));
        quote!(inputs.key(#node, #changed, #key);)
    }

    /// The value by which a node chooses its child.
    pub fn report_value(&self, node: NodeId, value: TokenStream) -> TokenStream {
        // A type that only follows from the patterns must implement `Debug`; rustc reports that at the node.
        let (at, node) = (self.span(node), index(node.0));
        let runtime = self.runtime_at(at);
        let value = looked_at(&runtime, at, quote_spanned!(at=> #runtime::Some(&#value)));
        if self.in_piece { quote!(io.inputs.value(io.node, #value);) } else { quote!(inputs.value(#node, #value);) }
    }

    /// The answer that an observer may give instead of a node with children. `value` is where its value goes, if it is
    /// used.
    pub fn mock(&self, node: NodeId, value: Option<TokenStream>) -> TokenStream {
        let node = index(node.0);
        match value {
            None => quote!(inputs.mock_node(#node)),
            Some(value) => quote!(inputs.mock_value_of_node(#node, #value)),
        }
    }

    /// The step of a node, which has set a value in a place if it succeeded.
    pub fn has_bound(&self, ticked: TokenStream, value: ValueId, place: TokenStream) -> TokenStream {
        let runtime = &self.runtime;
        self.bindings(value, &place).into_iter().fold(
            ticked,
            |ticked, Binding { node, name, value }| quote!(#runtime::has_bound(#ticked, #node, inputs, #name, #value)),
        )
    }

    /// A value that is set in a place.
    pub fn report_bound(&self, value: ValueId, place: &TokenStream) -> TokenStream {
        let bindings = self.bindings(value, place).into_iter();
        bindings.map(|Binding { node, name, value }| quote!(inputs.bound(#node, #name, #value);)).collect()
    }

    /// Reports an error that the step cannot return: only observers get it. `None` in a tree without errors.
    pub fn report_lost(&self, node: NodeId) -> Option<TokenStream> {
        self.tree.header.error.as_ref()?;
        let (runtime, node) = (&self.runtime, index(node.0));
        let error = self.looked_at(quote!(#runtime::Some(&error)));
        Some(quote!(#runtime::Error(error) => inputs.lost(#node, #error),))
    }

    /// The names of a used value. If there are several, each names a part of the value.
    fn bindings(&self, value: ValueId, place: &TokenStream) -> Vec<Binding> {
        let bound = &self.tree.model[value];
        let node = index(bound.node.0);
        let names = bound.names.iter().enumerate().filter(|(_, name)| name.used);
        let binding = |(part, name): (usize, &crate::tree::model::BoundName)| {
            let part = bound.tuple.map(|_| index(part));
            let part = part.map(|part| quote!(.map(|whole| &whole.#part)));
            let value = self.looked_at(quote!(#place.as_ref() #part));
            Binding { node: node.clone(), name: name.name.trim_start_matches("r#").to_owned(), value }
        };
        names.map(binding).collect()
    }

    /// A value for observers, including its text if its type has `Debug`.
    fn looked_at(&self, value: TokenStream) -> TokenStream {
        looked_at(&self.runtime, Span::call_site(), value)
    }
}

/// A value for observers, at a source position.
fn looked_at(runtime: &Ident, at: Span, value: TokenStream) -> TokenStream {
    quote_spanned!(at=> { use #runtime::MayBeOpaque as _; #runtime::Glimpse(#value).__shown() })
}

/// A name that a node binds.
struct Binding {
    node: proc_macro2::Literal,
    name: String,
    value: TokenStream,
}
