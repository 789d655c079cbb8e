//! The constant description of the tree.

use proc_macro2::TokenStream;
use quote::quote;

use super::Generator;
use crate::tree::model::{Kind, Node};
use crate::tree::nodes::Children;
use crate::tree::source::Code;

impl Generator<'_> {
    /// Constants of the state of the whole tree: its nodes, where each is when subtrees are written out, and where the
    /// kept cells of each begin.
    pub fn outline(&self) -> TokenStream {
        let runtime = self.runtime;
        let rows: Vec<TokenStream> = self.model.nodes.iter().map(|node| self.row(node)).collect();
        let (count, entries, own) = (rows.len(), rows.len() + 1, self.machine.cells);
        quote! {
            const NODES: [#runtime::private::Row; #count] = {
                use #runtime::private::NotATree as _;
                [#(#rows),*]
            };
            const AT: [usize; #entries] = #runtime::private::positions(&Self::NODES);
            const KEPT: [usize; #entries] = #runtime::private::offsets(#own, &Self::NODES);
        }
    }

    fn row(&self, node: &Node) -> TokenStream {
        let described = self.described(node);
        match node.kind {
            Kind::Leaf(code) => match self.source.get(code) {
                Code::Made(made) if made.may_be_tree => {
                    let ty = &made.ty;
                    quote!((#described, <#ty>::__SHAPE, <#ty>::__KEPT))
                }
                _ => quote!((#described, &[], 0)),
            },
            _ => quote!((#described, &[], 0)),
        }
    }

    fn described(&self, node: &Node) -> TokenStream {
        let runtime = self.runtime;
        let (depth, name) = (node.depth, &node.name);
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
        let (line, column) = (start.line, start.column + 1);
        quote!(#runtime::private::Node::new(#runtime::private::Kind::#kind, #depth, #name) #label #args.at(#line, #column))
    }
}

fn kind(node: &Node) -> TokenStream {
    match node.kind {
        Kind::Decorator(_) => quote!(Decorator),
        Kind::Leaf(_) | Kind::Unknown => quote!(Leaf),
        Kind::Builtin(builtin) => match builtin.children {
            Children::None => quote!(Leaf),
            Children::One => quote!(Decorator),
            Children::Many | Children::Between(..) | Children::Arms => quote!(Composite),
        },
    }
}
