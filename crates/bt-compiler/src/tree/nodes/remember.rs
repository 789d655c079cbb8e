//! `remember`: a leaf that stores a value under a key in the memory of the context.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "remember",
    does: "stores the value under the key in the memory of the context, and succeeds",
    params: &[
        Param { name: "key", takes: Takes::Value },
        Param { name: "value", takes: Takes::Value },
        Param { name: "at", takes: Takes::NamedValue },
    ],
    needs: &[Need::Memory],
    ..Builtin::of(Meaning::Leaf(Answers::SUCCESS))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let call = Call::Remember(node.code(0), node.code(1), node.optional_code(2));
    writer.call(node, call, Exits::both(exits.success))
}
