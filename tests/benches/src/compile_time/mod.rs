//! How long trees take to compile: crates are written, and built by `cargo`.

pub mod blocks;
pub mod build;
pub mod each_crate;
pub mod game;
pub mod loops;
pub mod report;
pub mod scratch;
pub mod shape;
pub mod tree;
pub mod written;
