//! What a tree means.

mod bench;
mod conformance;
mod cost;
mod language;
mod large;
mod lifecycle;
mod memory;
mod panics;
mod post;
mod random;
mod results;
mod save;
mod time;
