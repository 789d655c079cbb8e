//! Remembers a value under a key.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Call, Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "remember",
    params: &[Param { name: "key", takes: Takes::Value }, Param { name: "value", takes: Takes::Value }],
    children: Children::None,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.call(node, Call::Remember(node.code(0), node.code(1)), Exits::both(exits.success))
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, false, false)
}
