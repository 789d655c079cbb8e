//! A leaf that runs until a condition holds.

use super::super::ir::{Call, Exits, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children, Param, Passes, Takes};

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
