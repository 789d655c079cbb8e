//! `recalls`: a leaf that checks whether the memory of the context holds a key, or a key with a value.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "recalls",
    does: "succeeds if the memory of the context holds the key, or the key with this value; else fails",
    params: &[Param { name: "key", takes: Takes::Value }, Param { name: "value", takes: Takes::Optional }],
    needs: &[Need::Memory],
    ..Builtin::of(Meaning::Leaf(Answers::BOOL))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Recalls(node.code(0), node.optional_code(1)), exits)
}
