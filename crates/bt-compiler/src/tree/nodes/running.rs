//! A leaf that never ends.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Call, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "running",
    params: &[],
    children: Children::None,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.waiting_call(node, Call::Running, exits)
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(false, false, true)
}
