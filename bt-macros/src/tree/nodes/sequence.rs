//! Children in order; goes on after success, ends with the first failure.

use super::super::ir::{Exits, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::Results;
use super::super::writer::Writer;
use super::{Builtin, Children, Passes};

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
