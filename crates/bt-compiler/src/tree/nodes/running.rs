//! `running`: a leaf that never ends.

use super::prelude::*;

pub static NODE: Builtin = Builtin { name: "running", does: "is always running", ..Builtin::BASE };

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.waiting_call(node, Call::Running, exits)
}

pub fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(false, false, true)
}
