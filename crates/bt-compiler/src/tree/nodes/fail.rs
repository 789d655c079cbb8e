//! `fail`: a leaf that always fails.

use super::prelude::*;

pub static NODE: Builtin = Builtin { name: "fail", does: "always fails", at_once: true, ..Builtin::BASE };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Constant(Outcome::Failure), exits)
}

pub fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(false, true, false)
}
