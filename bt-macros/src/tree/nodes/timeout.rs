//! Failure when the child has not ended in time.

use super::super::ir::{Exits, Frame, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Possible, Results};
use super::{Builtin, Children, Param, Takes};

pub static NODE: Builtin = Builtin {
    name: "timeout",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    opens_region: true,
    lower,
    results,
};

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let child = lower.child_region(node.children[0]);
    lower.frame(node, Frame::Timeout { duration: node.code(0), child }, exits)
}

fn results(judge: &Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
