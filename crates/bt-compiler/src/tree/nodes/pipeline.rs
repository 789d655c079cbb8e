//! `pipeline`

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "pipeline",
    does: "a `sequence` that keeps its children at work: a child that has succeeded is ticked again in every later \
           tick, before the next ones",
    children: Children::Many,
    passes: Passes::Last,
    other_names: &["pipeline_sequence"],
    ..Builtin::of(Meaning::Pipeline)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let children = node.children.iter().map(|&child| writer.child_region(child)).collect();
    let keeps = writer.bound_by_children(node);
    writer.frame(node, Frame::Pipeline(Pipeline { children, keeps }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, Outcome::Success)
}
