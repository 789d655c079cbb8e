//! `wait`: a leaf that runs for a time, then succeeds.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "wait",
    does: "is running for `time`, then succeeds",
    params: &[Param { name: "time", takes: Takes::Time }],
    needs: &[Need::Time],
    ..Builtin::BASE
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.frame(node, Frame::Timer(Timer { duration: Duration::For(node.code(0)) }), exits)
}

pub fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, false, true)
}
