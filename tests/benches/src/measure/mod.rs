//! How things are measured: each sample in a separate process.

pub mod host;
pub mod instructions;
pub mod memory;
pub mod sample;
pub mod statistics;
