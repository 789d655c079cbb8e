//! After so many ends of the child, failure without running it.

use super::super::ir::{Call, Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Possible, Results};
use super::{Builtin, Children, Param, Takes};

pub static NODE: Builtin = Builtin {
    name: "run_limit",
    params: &[Param { name: "times", takes: Takes::Count }],
    children: Children::One,
    opens_region: false,
    lower,
    results,
};

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    let cell = lower.cell();
    let failed = lower.call(node, Call::CountUp(cell), Exits::both(exits.failure));
    let succeeded = lower.call(node, Call::CountUp(cell), Exits::both(exits.success));
    let child = lower.node(node.children[0], Exits { success: succeeded, failure: failed });
    lower.call(node, Call::IsBelow(cell, node.code(0)), exits.with(true, child))
}

fn results(judge: &Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
