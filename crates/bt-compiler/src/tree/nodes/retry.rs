//! Failure after so many failures; a success ends it.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results, any};
use crate::tree::ir::{Exits, Frame, Loop, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "retry",
    params: &[Param { name: "attempts", takes: Takes::Count }],
    children: Children::One,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    let turns = Loop { again_after: false, result: true };
    writer.frame(node, Frame::Loop { turns, count: node.code(0), child }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let success = judge.ends(node, true);
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.failure]);
    // A count of 0 is failure at once.
    Results { success, failure: Possible::Known(true), running }
}
