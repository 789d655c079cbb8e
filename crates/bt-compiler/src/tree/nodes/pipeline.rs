//! `pipeline`

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "pipeline",
    does: "a `sequence` whose children stay at work: a child that has succeeded lets the next one be ticked, and is itself ticked again in each later tick; when it is running then, the children behind it go on; failure of any ends it, success of the last ends it",
    children: Children::Many,
    again: true,
    passes: Passes::Last,
    ..Builtin::BASE
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let children = node.children.iter().map(|&child| writer.child_region(child)).collect();
    let keeps = writer.bound_by_children(node);
    writer.frame(node, Frame::Pipeline(Pipeline { children, keeps }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, Outcome::Success)
}
