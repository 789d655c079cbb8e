//! Success after so many successes; a failure ends it.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results, any};
use crate::tree::ir::{Exits, Frame, Loop, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "repeat",
    params: &[Param { name: "times", takes: Takes::Count }],
    children: Children::One,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    let turns = Loop { again_after: true, result: false };
    writer.frame(node, Frame::Loop { turns, count: node.code(0), child }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.success]);
    // A count of 0 is success at once.
    Results { success: Possible::Known(true), failure: child.failure.clone(), running }
}
