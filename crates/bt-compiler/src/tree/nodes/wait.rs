//! A leaf that runs for a time.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Duration, Exits, Frame, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

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
