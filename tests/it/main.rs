//! What a tree means.

mod bench;
mod conformance;
mod lifecycle;
mod language;
mod cost;
mod large;
mod panics;
