//! Runs the machines that trees are lowered to, as simply as possible, and compares them with the reference: this tests
//! parse, resolve, check and lower, for any tree, without compiling it.

#![deny(clippy::wildcard_enum_match_arm)]

mod chance;
mod compiled;
mod evaluate;
mod frames;
mod read;
mod search;
mod subject;
mod values;

pub use search::{Compared, search};

/// Why `bt!` refuses a tree of a program, if it does so before it knows types.
pub fn refusal(program: &bt_reference::program::Program, tree: usize) -> Option<String> {
    compiled::Compiled::new(program, tree).err()
}
