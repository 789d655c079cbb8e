//! `forget`: a leaf that removes a key from the memory of the context.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "forget",
    does: "removes the key from the memory of the context, and succeeds",
    params: &[Param { name: "key", takes: Takes::Value }],
    needs: &[Need::Memory],
    ..Builtin::of(Meaning::Leaf(Answers::SUCCESS))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Forget(node.code(0)), Exits::both(exits.success))
}
