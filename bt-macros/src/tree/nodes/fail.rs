//! A leaf that fails.

use super::super::ir::{Exits, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "fail", params: &[], children: Children::None, opens_region: false, lower, results };

fn lower(_: &mut Writer, _: &Node, exits: Exits) -> Target {
    exits.failure
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(false, true, false)
}
