//! Children in order; goes on after success, ends with the first failure.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "sequence",
    params: &[],
    children: Children::Many,
    opens_region: false,
    passes: Passes::Chain { go_on_after: true },
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.chain(node, true, exits)
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, true)
}
