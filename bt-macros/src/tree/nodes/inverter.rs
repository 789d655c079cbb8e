//! Exchanges success and failure.

use super::super::ir::{Exits, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children, Passes};

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
