//! `reactive_utility`: in every tick, runs the child with the highest score.

pub use super::custom::one_in_any_order as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "reactive_utility",
    does: "scores its children in every tick; one that is better than the active child by more than `margin` (default \
           0) takes over",
    params: &[Param { name: "score", takes: Takes::Score }, Param { name: "margin", takes: Takes::NamedNumber }],
    children: Children::Many,
    plain_form: Some("utility"),
    passes: Passes::Children,
    ..Builtin::of(Meaning::Contest)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.region_of_parts(node, |writer| {
        let children = node.children.iter().map(|&child| writer.child_part(node, child)).collect();
        Body::Contest { scores: node.codes_of_children(), children }
    });
    let (children, margin) = (node.children.len(), node.number(node.children.len()));
    writer.frame(node, Frame::Contest(Contest { children, margin, child }), exits)
}
