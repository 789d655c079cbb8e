//! A leaf that runs for a time.

use super::super::ir::{Duration, Exits, Frame, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children, Param, Passes, Takes};

pub static NODE: Builtin = Builtin {
    name: "wait",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::None,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.frame(node, Frame::Timer { duration: Duration::For(node.code(0)) }, exits)
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, false, true)
}
