//! Several processes on one machine: this program starts itself, and starts all again when one is gone.
//!
//! The process that the user starts is the supervisor: it has no agents. The others find its address in their environment,
//! tell it where they listen, and learn where the others do. When it ends, they end.

mod child;
mod control;
mod supervise;

pub(crate) use child::child;
pub(crate) use supervise::{Program, supervise};
