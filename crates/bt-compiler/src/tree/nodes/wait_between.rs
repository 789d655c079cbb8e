//! `wait_between`: a leaf that runs for a time drawn at the start, then succeeds.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "wait_between",
    does: "is running for a time drawn between `least` and `most`, both included, then succeeds",
    params: &[Param { name: "least", takes: Takes::Time }, Param { name: "most", takes: Takes::Time }],
    needs: &[Need::Random, Need::Time],
    ..Builtin::of(Meaning::Leaf(Answers::WAITS))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let duration = Duration::Between(node.code(0), node.code(1));
    writer.frame(node, Frame::Timer(Timer { duration }), exits)
}
