//! Children in order; goes on after success, ends with the first failure.

use super::super::ir::{Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "sequence", params: &[], children: Children::Many, opens_region: false, lower, results };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.chain(node, true, exits)
}

fn results(judge: &Judge, node: &Node) -> Results {
    judge.chain(node, true)
}
