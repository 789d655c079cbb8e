//! `inverter`: swaps success and failure of its child.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "inverter",
    does: "turns success of the child into failure, and failure into success",
    children: Children::One,
    other_names: &["not", "invert"],
    ..Builtin::of(Meaning::Map(Outcome::Failure, Outcome::Success))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.node(node.children[0], exits.swapped())
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0).clone();
    Results { success: child.failure, failure: child.success, running: child.running }
}
