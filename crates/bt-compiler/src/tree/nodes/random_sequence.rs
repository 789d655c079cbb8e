//! `random_sequence`: a `sequence` that runs its children in a random order.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "random_sequence",
    does: "runs its children in random order until one fails; succeeds when all have succeeded",
    children: Children::Many,
    needs: &[Need::Random],
    ..Builtin::of(Meaning::Unordered(Outcome::Success))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::Pick(Pick { by: PickBy::Chance, go_on_after: Outcome::Success, begins, child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.any_order(node, Outcome::Success)
}
