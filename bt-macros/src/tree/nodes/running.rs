//! A leaf that never ends.

use super::super::ir::{Call, Exits, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children, Passes};

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
