//! The constant description of the tree.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Generator, index};
use crate::tree::model::{Kind, Node};
use crate::tree::nodes::{self, Children};
use crate::tree::source::Code;

impl Generator<'_> {
    /// Constants of the state of the whole tree: its nodes, where each is when subtrees are written out, and where the
    /// kept cells of each begin.
    pub fn outline(&self) -> TokenStream {
        let runtime = &self.runtime;
        let rows: Vec<TokenStream> = self.model.nodes.iter().map(|node| self.row(node)).collect();
        let (entries, own) = (index(rows.len() + 1), index(self.machine.cells));
        // Trees that stand within each other are a cycle in these constants: rustc shows it at their names.
        quote_spanned! {self.interface.name.span()=>
            const NODES: &'static [#runtime::Row] = {
                use #runtime::NotATree as _;
                &[#(#rows),*]
            };
            const AT: [usize; #entries] = #runtime::positions(Self::NODES);
            const KEPT: [usize; #entries] = #runtime::offsets(#own, Self::NODES);
        }
    }

    fn row(&self, node: &Node) -> TokenStream {
        let (runtime, described) = (&self.runtime, self.described(node));
        match node.kind {
            Kind::Leaf(code) => match self.source.get(code) {
                Code::Made(made) if made.may_be_tree => {
                    let ty = &made.ty;
                    quote!((#described, <#ty>::__TREE))
                }
                _ => quote!((#described, #runtime::Facts::LEAF)),
            },
            _ => quote!((#described, #runtime::Facts::LEAF)),
        }
    }

    fn described(&self, node: &Node) -> TokenStream {
        let runtime = &self.runtime;
        let (depth, name) = (index(node.depth), &node.name);
        let kind = kind(node);
        let label = node.label.as_ref().map(|label| {
            let label = &label.name;
            quote!(.labelled(#label))
        });
        let args = (!node.args_text.is_empty()).then(|| {
            let args = &node.args_text;
            quote!(.with(#args))
        });
        let start = node.span.start();
        let (line, column) = (index(start.line), index(start.column + 1));
        quote!(#runtime::#kind(#depth, #name, #line, #column) #label #args)
    }
}

fn kind(node: &Node) -> TokenStream {
    match node.kind {
        Kind::Decorator(_) => quote!(decorator),
        Kind::Leaf(_) | Kind::Unknown => quote!(leaf),
        Kind::Builtin(name) => match nodes::get(name).children {
            Children::None => quote!(leaf),
            Children::One | Children::Reactive => quote!(decorator),
            Children::Many | Children::Between(..) | Children::Arms => quote!(composite),
        },
    }
}
