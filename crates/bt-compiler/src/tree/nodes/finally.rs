//! `finally`

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "finally",
    does: "runs `child`, then `cleanup`, and ends as `child` did; after an abort or an error, `cleanup` still runs \
           for one instant",
    children: Children::Roles { needed: &["child", "cleanup"], optional: None },
    passes: Passes::First,
    ..Builtin::of(Meaning::Finally)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::Finally(Finally { begins, child, keeps_value: writer.is_value_used(node) }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let (child, cleanup) = (judge.child(node, 0), judge.child(node, 1));
    // A child that never ends is not a mistake: an abort runs the cleanup, too.
    let child_ends = any([&child.success, &child.failure]);
    let cleanup_ends = any([&cleanup.success, &cleanup.failure]);
    Results {
        success: all([&child.success, &cleanup_ends]),
        failure: all([&child.failure, &cleanup_ends]),
        running: any([&child.running, &all([&child_ends, &cleanup.running])]),
    }
}
