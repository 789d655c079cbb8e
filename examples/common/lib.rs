//! Shared code of several examples.

pub mod dice;
pub mod replay;
pub mod seed;
mod watching;
