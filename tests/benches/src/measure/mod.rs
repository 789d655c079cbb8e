//! How things are measured: each sample in a process of its own.

pub mod host;
pub mod instructions;
pub mod memory;
pub mod sample;
pub mod statistics;
