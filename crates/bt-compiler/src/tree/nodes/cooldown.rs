//! Failure until some time has passed since the child last stopped.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ir::{Call, Exits, Frame, Target, Tells};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "cooldown",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.cells(2);
    let child = writer.child_region(node.children[0]);
    let child = writer.frame_telling(Tells::END, node, Frame::Cooldown { cell, child }, exits);
    writer.call_telling(Tells::ENTRY, node, Call::HasCooled(cell, node.code(0)), exits.with(true, child))
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
