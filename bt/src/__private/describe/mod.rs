//! What is known of a tree when the program is compiled, and how generated code says it.

pub(crate) mod active;
pub(crate) mod facts;
mod fingerprint;
pub(crate) mod generated_tree;
pub(crate) mod not_a_tree;
pub(crate) mod possible;
pub(crate) mod tree_state;
