//! `succeed`: a leaf that always succeeds.

pub use super::custom::leaf as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "succeed",
    does: "always succeeds; `value`, if given, is the value of the node",
    params: &[Param { name: "value", takes: Takes::Optional }],
    passes: Passes::Own,
    how_to_have_value: Some("`succeed(value)` has one"),
    ..Builtin::of(Meaning::Leaf(Answers::SUCCESS))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let call = node.optional_code(0).map_or(Call::Constant(Outcome::Success), Call::Give);
    writer.call(node, call, exits)
}
