//! Running for a time that is drawn, then success.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Duration, Exits, Frame, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "wait_between",
    params: &[Param { name: "least", takes: Takes::Time }, Param { name: "most", takes: Takes::Time }],
    children: Children::None,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let duration = Duration::Between(node.code(0), node.code(1));
    writer.frame(node, Frame::Timer { duration }, exits)
}

fn results(_: &mut Judge, _: &Node) -> Results {
    Results::known(true, false, true)
}
