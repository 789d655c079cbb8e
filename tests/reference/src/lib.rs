//! A second implementation of the rules: an interpreter written from the specification alone, random trees and
//! scripts as its input, and the comparison of its behavior with that of another implementation.
//!
//! It shares no code with the crate. It is slow and obvious on purpose: if the two differ, compare this one with the
//! specification.

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
