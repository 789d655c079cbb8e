//! `dynamic`: a leaf that runs a boxed tree.

pub use super::custom::leaf as results;
use super::prelude::*;

/// Once it is resolved, it is a leaf of a type of `bt`, which does everything that is particular to it.
pub static NODE: Builtin = Builtin {
    name: "dynamic",
    does: "at each start, runs the boxed tree that `make` returns, and ends as it does; with a `registry`, `make` \
           returns the name of the tree; with `local = true`, the tree need not be `Send` and `Sync`",
    params: &[
        Param { name: "make", takes: Takes::Value },
        Param { name: "registry", takes: Takes::NamedValue },
        Param { name: "local", takes: Takes::NamedValue },
    ],
    passes: Passes::Own,
    holds_tree: true,
    needs: &[Need::Time],
    ..Builtin::of(Meaning::Anything)
};

pub fn lower(_: &mut Writer, _: &Node, _: Exits) -> Target {
    unreachable!("`resolve` makes it a leaf")
}
