//! What several examples need.

pub mod dice;
pub mod replay;
pub mod seed;
mod watching;
