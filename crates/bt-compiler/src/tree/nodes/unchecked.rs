//! `unchecked`: runs its child, and turns off errors about nodes that are never reached and loops that never end.

use super::prelude::*;
use crate::tree::analyse::judge::UNCHECKED;

pub static NODE: Builtin = Builtin {
    name: UNCHECKED,
    does: "runs its child, and tells the compiler that a child that is never reached, or a loop that never ends, is \
           intended",
    children: Children::One,
    passes: Passes::Children,
    ..Builtin::of(Meaning::Passes)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.node(node.children[0], exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let running = judge.child(node, 0).running.clone();
    Results { success: Possible::Known(true), failure: Possible::Known(true), running }
}
