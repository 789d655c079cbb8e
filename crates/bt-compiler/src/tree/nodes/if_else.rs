//! The first child is run until it ends; its result chooses the second or the third.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results, all, any};
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "if_else",
    params: &[],
    children: Children::Between(2, 3),
    opens_region: false,
    passes: Passes::Condition,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let otherwise = match node.children.get(2) {
        Some(&otherwise) => writer.child(node, otherwise, exits),
        None => exits.failure,
    };
    let then = writer.child(node, node.children[1], exits);
    writer.child(node, node.children[0], Exits { success: then, failure: otherwise })
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let (condition, asked) = (node.children[0], judge.child(node, 0).clone());
    let holds = judge.reached(node.children[1], condition, "in front of it", true);
    let (fails, otherwise) = match node.children.get(2) {
        Some(&otherwise) => {
            (judge.reached(otherwise, condition, "in front of it", false), judge.child(node, 2).clone())
        }
        None => (asked.failure, Results::known(false, true, false)),
    };
    let then = judge.child(node, 1);
    let either = |then: &Possible, otherwise: &Possible| any([&all([&holds, then]), &all([&fails, otherwise])]);
    Results {
        success: either(&then.success, &otherwise.success),
        failure: either(&then.failure, &otherwise.failure),
        running: any([&asked.running, &then.running, &otherwise.running]),
    }
}
