//! `delay`: waits, then runs its child.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "delay",
    does: "waits for `time`, then runs the child",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    needs: &[Need::Time],
    passes: Passes::Children,
    ..Builtin::of(Meaning::Delay)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.node(node.children[0], exits);
    writer.frame(
        node,
        Frame::Timer(Timer { duration: Duration::For(node.code(0)) }),
        exits.with(Outcome::Success, child),
    )
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { running: Possible::Known(true), ..judge.child(node, 0).clone() }
}
