//! Several processes on one machine: the program starts itself, and restarts all processes when one is lost.
//!
//! The process that the user starts is the supervisor, which has no agents. The others find its address in their
//! environment, send it their own addresses, and receive those of all others. When it ends, they end.

mod child;
mod control;
mod supervise;

pub(crate) use child::child;
pub(crate) use supervise::{Program, supervise};
