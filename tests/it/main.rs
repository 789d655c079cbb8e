//! What a tree means.

mod bench;
mod clocks;
mod conformance;
mod cost;
mod events;
mod language;
mod large;
mod lifecycle;
mod panics;
mod results;
mod time;
