//! `wait`: a leaf that runs for a time, then succeeds.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "wait",
    does: "is running for `time`, then succeeds",
    params: &[Param { name: "time", takes: Takes::Time }],
    needs: &[Need::Time],
    ..Builtin::of(Meaning::Leaf(Answers::WAITS))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.frame(node, Frame::Timer(Timer { duration: Duration::For(node.code(0)) }), exits)
}
