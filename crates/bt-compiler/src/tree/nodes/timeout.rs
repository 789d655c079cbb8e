//! Failure when the child has not ended in time.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ir::{Exits, Frame, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "timeout",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    opens_region: true,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Timeout { duration: node.code(0), child }, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
