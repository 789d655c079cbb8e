//! The states of the machine and the functions that work on them.

mod flow;
mod frames;
mod parts;
pub mod state;
mod ticks;
