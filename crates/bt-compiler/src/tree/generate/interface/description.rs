//! The constant description of the tree: its nodes, positions, kept cells and links.

use proc_macro2::{Literal, TokenStream};
use quote::quote_spanned;

use crate::facts;
use crate::tree::generate::{Generator, index};
use crate::tree::ir::{Link, Outcome};
use crate::tree::model::Node;
use crate::tree::plan::subtrees::Subtrees;

impl Generator<'_> {
    /// Constants of the state of the whole tree: its nodes, the position of each with subtrees written out, and where
    /// the kept cells of each begin.
    pub fn outline(&self) -> TokenStream {
        let runtime = &self.runtime;
        let nodes = &self.model.nodes;
        let lines: Vec<String> = nodes.iter().map(line).collect();
        let Subtrees { numbers, types } = &self.plan.subtrees;
        let subtrees = types.iter().map(|&leaf| self.made(leaf).facts());
        let (numbers, shape) = (facts::type_numbers(numbers.iter().copied()), self.shape());
        let (lines, entries, own) = (lines.join("\n"), index(nodes.len() + 1), index(self.machine.cells));
        let params = self.interface.params_text();
        // If trees contain each other, these constants form a cycle, which rustc reports at the names of the trees.
        quote_spanned! {self.interface.name.span()=>
            const NODES: #runtime::Facts = {
                use #runtime::NotATree as _;
                #runtime::Facts::of(#lines, #numbers, &[#(#subtrees),*], #own).shaped(#shape).declared(#runtime::file!(), #params)
            };
            const POSITIONS: [usize; #entries] = #runtime::positions(Self::NODES);
            const OFFSETS: [usize; #entries] = #runtime::offsets(#own, Self::NODES);
        }
    }

    /// The parents and links of all nodes, as `bt` reads them: four bytes per node, three for its parent and one for
    /// its link.
    pub fn links(&self) -> Literal {
        let nodes = self.model.nodes.iter().zip(&self.machine.links);
        let bytes = nodes.flat_map(|(node, link)| {
            let [low, middle, high, ..] = node.parent.map_or(0, |parent| parent.0).to_le_bytes();
            [low, middle, high, bits(link)]
        });
        Literal::byte_string(&bytes.collect::<Vec<u8>>())
    }
}

/// The description of a node, as `bt` reads it.
fn line(node: &Node) -> String {
    let Node { depth, name, .. } = node;
    let label = node.label.as_ref().map(|label| format!("{}: ", label.name)).unwrap_or_default();
    let (start, sort) = (node.span.start(), format!("{:?}", node.kind.sort()));
    facts::line(
        *depth,
        &sort,
        &format!("{label}{name}"),
        (start.line, start.column + 1),
        &node.args_text,
        &node.arm_text,
    )
}

/// A link, as `bt` reads it.
fn bits(link: &Link) -> u8 {
    let end = |end: Option<Outcome>| match end {
        None => 0,
        Some(Outcome::Failure) => 1,
        Some(Outcome::Success) => 2,
    };
    u8::from(link.starts) | u8::from(link.passes) << 1 | end(link.success) << 2 | end(link.failure) << 4
}
