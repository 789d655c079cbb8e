//! The meaning of trees, written a second time: an interpreter made from the specification alone, random trees and
//! scripts to feed it, and the comparison of what it does with what something else does.
//!
//! It shares no code with the crate. It is slow and obvious on purpose: where the two differ, this one can be read
//! beside the specification.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod bindings;
pub mod can;
pub mod compare;
pub mod interpreter;
pub mod invariants;
pub mod play;
pub mod program;
pub mod random;
pub mod script;
pub mod shrink;
pub mod text;
pub mod values;
pub mod world;
