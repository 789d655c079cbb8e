//! After the first end of the child, the same result again without running it.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Call, Exits, Target, Tells};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "run_once",
    params: &[],
    children: Children::One,
    opens_region: false,
    passes: Passes::RESULT,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.cell();
    let failed = writer.call_telling(Tells::NOTHING, node, Call::Keep(cell, false), Exits::both(exits.failure));
    let succeeded = writer.call_telling(Tells::NOTHING, node, Call::Keep(cell, true), Exits::both(exits.success));
    let child = writer.node(node.children[0], Exits { success: succeeded, failure: failed });
    let again = writer.call_telling(Tells::END, node, Call::KeptSuccess(cell), exits);
    writer.call_telling(Tells::START, node, Call::IsEmpty(cell), Exits { success: child, failure: again })
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.child(node, 0).clone()
}
