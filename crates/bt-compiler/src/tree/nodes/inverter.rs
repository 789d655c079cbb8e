//! Exchanges success and failure.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "inverter",
    params: &[],
    children: Children::One,
    opens_region: false,
    passes: Passes::Ends { success: false, failure: true },
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.node(node.children[0], exits.swapped())
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0).clone();
    Results { success: child.failure, failure: child.success, running: child.running }
}
