//! Waits, and then begins the child.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ir::{Duration, Exits, Frame, Target, Tells};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "delay",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    opens_region: false,
    passes: Passes::RESULT,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.node(node.children[0], exits);
    writer.frame_telling(
        Tells::ENTRY,
        node,
        Frame::Timer { duration: Duration::For(node.code(0)) },
        exits.with(true, child),
    )
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { running: Possible::Known(true), ..judge.child(node, 0).clone() }
}
