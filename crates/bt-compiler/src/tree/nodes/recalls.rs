//! Success if a key is remembered, or a key with a value.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Call, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "recalls",
    params: &[Param { name: "key", takes: Takes::Value }, Param { name: "value", takes: Takes::Optional }],
    children: Children::None,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Recalls(node.code(0), node.optional_code(1)), exits)
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, true, false)
}
