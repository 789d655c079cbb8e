//! Asked at the start only: if it does not hold, the child is not begun.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ir::{Call, Exits, Target, Tells};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "precondition",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::One,
    opens_region: false,
    passes: Passes::RESULT,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let child = writer.node(node.children[0], exits);
    writer.call_telling(Tells::ENTRY, node, Call::Condition(node.code(0)), exits.with(true, child))
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
