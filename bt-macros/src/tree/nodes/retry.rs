//! Failure after so many failures; a success ends it.

use super::super::ir::{Exits, Frame, Loop, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::{Builtin, Children, Param, Takes};

pub static NODE: Builtin = Builtin {
    name: "retry",
    params: &[Param { name: "attempts", takes: Takes::Count }],
    children: Children::One,
    opens_region: true,
    lower,
};

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let child = lower.child_region(node.children[0]);
    let turns = Loop { again_after: false, result: true };
    lower.frame(node, Frame::Loop { turns, count: node.code(0), child }, exits)
}
