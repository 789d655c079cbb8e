//! Leaves, decorators and composites of users: what they can return, and how they are lowered.

use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Answer, Possible, Results};
use crate::tree::ir::frame::{Composed, Decorated};
use crate::tree::ir::{Act, CodeId, Exits, Frame, Holds, Outcome, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

/// What a built-in leaf can return follows from its meaning.
pub fn leaf(_: &mut Judge, node: &Node) -> Results {
    let answers = node.kind.builtin().and_then(|builtin| builtin.meaning.answers());
    answers.map_or(Results::ANYTHING, |can| Results::known(can.success, can.failure, can.running))
}

/// Those of the first child.
pub fn first_child(judge: &mut Judge, node: &Node) -> Results {
    judge.child(node, 0).clone()
}

/// Those of the only child, and failure without it.
pub fn child_or_failure(judge: &mut Judge, node: &Node) -> Results {
    Results { failure: Possible::Known(true), ..judge.child(node, 0).clone() }
}

/// Those of children that run in any order until one succeeds.
pub fn one_in_any_order(judge: &mut Judge, node: &Node) -> Results {
    judge.any_order(node, Outcome::Failure)
}

/// The possible results of a leaf follow from its type, which only rustc knows.
pub fn leaf_results(judge: &Judge, leaf: CodeId) -> Results {
    let answers = |answer| Possible::Leaf(judge.source.first_alike(leaf), answer);
    Results { success: answers(Answer::Success), failure: answers(Answer::Failure), running: answers(Answer::Running) }
}

pub fn lower_leaf(writer: &mut Writer, node: &Node, leaf: CodeId, exits: Exits) -> Target {
    let place = writer.place(node, Holds::Leaf(leaf));
    writer.step(node, Act::Leaf { leaf, place, exits })
}

pub fn lower_decorator(writer: &mut Writer, node: &Node, decorator: CodeId, exits: Exits) -> Target {
    let child = writer.child_region(node.children[0]);
    writer.frame(node, Frame::Decorated(Decorated { decorator, child }), exits)
}

/// Its type says whether it can succeed and fail. Its children may run, and it waits after many passes in one tick.
pub fn composite_results(judge: &Judge, composite: CodeId) -> Results {
    let answers = |answer| Possible::Leaf(judge.source.first_alike(composite), answer);
    Results { success: answers(Answer::Success), failure: answers(Answer::Failure), running: Possible::Known(true) }
}

pub fn lower_composite(writer: &mut Writer, node: &Node, composite: CodeId, exits: Exits) -> Target {
    node.children.iter().for_each(|&child| writer.starts_again(child));
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::Composed(Composed { composite, begins, child }), exits)
}
