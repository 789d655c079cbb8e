//! Trees that are edited from the page: over HTTP, as the page asks.

mod held;
mod operations;
mod outside;
mod program;
mod random;
mod refused;
mod text_files;
mod together;
mod trees;
mod waits;
