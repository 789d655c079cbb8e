//! A `match` on the context, decided in every tick.

use super::super::ir::{Body, Choice, Exits, Target};
use super::super::lower::Lower;
use super::super::model::Node;
use super::super::results::{Judge, Results};
use super::{Builtin, Children, Param, Takes};

pub static NODE: Builtin = Builtin {
    name: "reactive_switch",
    params: &[Param { name: "value", takes: Takes::Choice }],
    children: Children::Arms,
    opens_region: false,
    lower,
    results,
};

fn lower(lower: &mut Lower, node: &Node, exits: Exits) -> Target {
    lower.part(node, exits, |lower| {
        let children = node.children.iter().map(|&child| Some(lower.child_part(node, child))).collect();
        Body::Rechoose { choice: Choice::Match(node.code(0)), children }
    })
}

fn results(judge: &Judge, node: &Node) -> Results {
    Results::any_of(&judge.children(node))
}
