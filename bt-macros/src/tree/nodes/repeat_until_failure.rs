//! Again after every success; success once the child fails.

use super::super::ir::{Body, Exits, Loop, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Possible, Results, any};
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "repeat_until_failure", params: &[], children: Children::One, opens_region: false, lower, results };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.part(node, exits, |lower| {
        let child = lower.child_part(node, node.children[0]);
        let turns = Loop { again_after: true, result: true };
        Body::Loop { turns, rest: lower.rest(node), child }
    })
}

fn results(judge: &Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.success]);
    Results { success: child.failure.clone(), failure: Possible::Known(false), running }
}
