//! What is known of a tree at compile time, and which of its nodes are active.

pub mod active;
pub mod facts;
mod fingerprint;
pub mod generated_tree;
pub mod not_a_tree;
