//! Shared code of several examples.

pub mod dice;
pub mod outputs;
pub mod replay;
pub mod say;
pub mod seed;
mod watching;
