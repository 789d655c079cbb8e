//! A leaf made of a question to the context.

use super::super::ir::{Call, Exits, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children, Param, Passes, Takes};

pub static NODE: Builtin = Builtin {
    name: "condition",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::None,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Condition(node.code(0)), exits)
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, true, false)
}
