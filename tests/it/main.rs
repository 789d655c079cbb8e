//! What a tree means.

mod bench;
mod bounds;
mod chance;
mod clocks;
mod conformance;
mod cost;
mod crowd;
mod events;
mod hooks;
mod instructions;
mod language;
mod large;
mod lifecycle;
mod memory;
mod messages;
mod observer;
mod panics;
mod post;
mod random;
mod results;
mod saved;
mod serial;
mod status;
mod time;
