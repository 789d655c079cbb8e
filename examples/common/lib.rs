//! What several examples need.

pub mod dice;
pub mod seed;
