//! The child as it is; what is never reached around it, or repeats in vain, is meant.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::{Judge, MARK};
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: MARK,
    params: &[],
    children: Children::One,
    opens_region: false,
    passes: Passes::RESULT,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.node(node.children[0], exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let running = judge.child(node, 0).running.clone();
    Results { success: Possible::Known(true), failure: Possible::Known(true), running }
}
