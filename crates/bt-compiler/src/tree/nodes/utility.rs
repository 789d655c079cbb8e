//! `utility`: a `selector` that picks the child with the highest score among those that have not failed.

pub use super::custom::one_in_any_order as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "utility",
    does: "scores its children and runs the best; if that one fails, scores those that are left, until one succeeds",
    params: &[Param { name: "score", takes: Takes::Score }],
    children: Children::Many,
    passes: Passes::Children,
    asks_later: true,
    ..Builtin::of(Meaning::Unordered(Outcome::Failure))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (child, begins) = writer.picked_region(node);
    writer.frame(
        node,
        Frame::Pick(Pick { by: PickBy::Score(node.codes_of_children()), go_on_after: Outcome::Failure, begins, child }),
        exits,
    )
}
