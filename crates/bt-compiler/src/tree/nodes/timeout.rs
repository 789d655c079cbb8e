//! `timeout`: aborts its child and fails when the child has not ended in time.

pub use super::custom::child_or_failure as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "timeout",
    does: "aborts the child and fails when `time` has run out; a child that ends exactly then still counts",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    needs: &[Need::Time],
    passes: Passes::Children,
    other_names: &["time_limit"],
    ..Builtin::of(Meaning::Timeout)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Timeout(Timeout { duration: node.code(0), child }), exits)
}
