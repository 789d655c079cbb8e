//! `random_selector`: a `selector` that runs its children in a random order.

pub use super::custom::one_in_any_order as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "random_selector",
    does: "runs its children in random order until one succeeds; fails when all have failed",
    children: Children::Many,
    needs: &[Need::Random],
    passes: Passes::Children,
    other_names: &["random"],
    ..Builtin::of(Meaning::Unordered(Outcome::Failure))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::Pick(Pick { by: PickBy::Chance, go_on_after: Outcome::Failure, begins, child }), exits)
}
