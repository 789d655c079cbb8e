//! How long trees take to compile: crates are written, and built by `cargo`.

pub mod blocks;
pub mod build;
pub mod report;
pub mod scratch;
pub mod shape;
pub mod tree;
pub mod written;
