//! Children in order; goes on after failure, ends with the first success.

use super::super::ir::{Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "selector", params: &[], children: Children::Many, opens_region: false, lower, results };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.chain(node, false, exits)
}

fn results(judge: &Judge, node: &Node) -> Results {
    judge.chain(node, false)
}
