//! The regions of the machine: the enum of each state, and the functions that work on it.

mod active;
mod alike;
mod flow;
mod parts;
pub mod send;
mod sleep;
pub mod state;
pub mod visit;
mod whole;
