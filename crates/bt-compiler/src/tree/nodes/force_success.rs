//! Success, whatever the child's result.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results, any};
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "force_success",
    params: &[],
    children: Children::One,
    opens_region: false,
    passes: Passes::Ends { success: true, failure: true },
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.node(node.children[0], Exits::both(exits.success))
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let ends = any([&child.success, &child.failure]);
    Results { success: ends, failure: Possible::Forced, running: child.running.clone() }
}
