//! A selector that begins with its first child in every tick.

use super::super::ir::{Body, Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "reactive_selector", params: &[], children: Children::Many, opens_region: false, lower, results };

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.part(node, exits, |lower| {
        let children = node.children.iter().map(|&child| lower.child_part(node, child)).collect();
        Body::Reactive { go_on_after: false, children }
    })
}

fn results(judge: &Judge, node: &Node) -> Results {
    judge.chain(node, false)
}
