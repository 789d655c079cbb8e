//! `throttle`

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "throttle",
    does: "starts the child at once the first time, and then no sooner than `time` after its last success; until then \
           it is running",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    needs: &[Need::Time],
    passes: Passes::Children,
    throttles: true,
    other_names: &["rate_controller"],
    ..Builtin::of(Meaning::Delay)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.moment(node);
    writer.keeps_moment(node, cell);
    let success = writer.call_on_the_way(node, Call::KeepMoment(cell), exits.success);
    let child = writer.node(node.children[0], Exits { success, ..exits });
    let duration = Duration::Since(cell, node.code(0));
    writer.frame(node, Frame::Timer(Timer { duration }), exits.with(Outcome::Success, child))
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { running: Possible::Known(true), ..judge.child(node, 0).clone() }
}
