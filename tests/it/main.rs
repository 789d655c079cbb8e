//! What a tree means.

mod bench;
mod conformance;
mod cost;
mod language;
mod large;
mod lifecycle;
mod panics;
mod results;
mod time;
