//! After so many ends of the child, failure without running it.

use super::{Builtin, Children, Param, Passes, Takes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results};
use crate::tree::ir::{Call, Exits, Target, Tells};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "run_limit",
    params: &[Param { name: "times", takes: Takes::Count }],
    children: Children::One,
    opens_region: false,
    passes: Passes::RESULT,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.cell();
    let failed = writer.call_telling(Tells::NOTHING, node, Call::CountUp(cell), Exits::both(exits.failure));
    let succeeded = writer.call_telling(Tells::NOTHING, node, Call::CountUp(cell), Exits::both(exits.success));
    let child = writer.node(node.children[0], Exits { success: succeeded, failure: failed });
    writer.call_telling(Tells::ENTRY, node, Call::IsBelow(cell, node.code(0)), exits.with(true, child))
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}
