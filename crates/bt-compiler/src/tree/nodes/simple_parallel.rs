//! `simple_parallel`

pub use super::custom::first_child as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "simple_parallel",
    does: "runs `main`, and `background` again and again alongside it, until `main` ends",
    children: Children::Roles { needed: &["main", "background"], optional: None },
    passes: Passes::First,
    ..Builtin::of(Meaning::SimpleParallel)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    // Only the background repeats: the main child starts once.
    writer.starts_again(node.children[1]);
    let [main, background] = [0, 1].map(|index| writer.child_region(node.children[index]));
    writer.frame(node, Frame::SimpleParallel(SimpleParallel { main, background }), exits)
}
