//! The first child is run until it ends; its result chooses the second or the third.

use super::super::ir::{Exits, Target};
use super::super::judge::Judge;
use super::super::model::Node;
use super::super::results::{Possible, Results, all, any};
use super::super::writer::Writer;
use super::{Builtin, Children};

pub static NODE: Builtin =
    Builtin { name: "if_else", params: &[], children: Children::Between(2, 3), opens_region: false, lower, results };

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let otherwise = match node.children.get(2) {
        Some(&otherwise) => writer.child(node, otherwise, exits),
        None => exits.failure,
    };
    let then = writer.child(node, node.children[1], exits);
    writer.child(node, node.children[0], Exits { success: then, failure: otherwise })
}

fn results(judge: &Judge, node: &Node) -> Results {
    let asked = judge.child(node, 0).clone();
    let when = |asked: &Possible, branch: &Possible| all([asked, branch]);
    let then = judge.child(node, 1).clone();
    let otherwise = match node.children.get(2) {
        Some(_) => judge.child(node, 2).clone(),
        None => Results::known(false, true, false),
    };
    Results {
        success: any([&when(&asked.success, &then.success), &when(&asked.failure, &otherwise.success)]),
        failure: any([&when(&asked.success, &then.failure), &when(&asked.failure, &otherwise.failure)]),
        running: any([&asked.running, &then.running, &otherwise.running]),
    }
}
