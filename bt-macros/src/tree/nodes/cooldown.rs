//! Failure until some time has passed since the child last stopped.

use super::super::ir::{Call, Exits, Frame, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::{Possible, Results};
use super::super::writer::Writer;
use super::{Builtin, Children, Param, Takes};

pub static NODE: Builtin = Builtin {
    name: "cooldown",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    opens_region: true,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.cells(2);
    let child = writer.child_region(node.children[0]);
    let child = writer.frame(node, Frame::Cooldown { cell, child }, exits);
    writer.call(node, Call::HasCooled(cell, node.code(0)), exits.with(true, child))
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
