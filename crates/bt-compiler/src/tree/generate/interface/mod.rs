//! The type that a tree declares, and what users call.

pub mod api;
mod observed;
mod outline;
mod place;
mod possible;
mod tree_for;
