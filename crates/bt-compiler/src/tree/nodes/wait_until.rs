//! A leaf that runs until a condition holds.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Call, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "wait_until",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::None,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.waiting_call(node, Call::WaitUntil(node.code(0)), exits)
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, false, true)
}
