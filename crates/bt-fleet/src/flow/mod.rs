//! The dataflow: what workers send to each other, and when an epoch begins.
//!
//! ```text
//!         +--------------------------- next epoch <---------------------------+
//!         v                                                                   |
//!   agents of a worker --letters, moves--> directory, by home of the id --letters--+
//!         |  |                                                                |
//!         |  +--agents that move, by worker-----------------------------------+
//!         +--births--> worker 0, which gives ids --> directory, which makes the agents
//!         +--what has happened--> sum, on worker 0
//! ```
//!
//! A worker begins an epoch when the engine says that nothing more can arrive for it. So no worker is more than one
//! epoch ahead of another, and at most the letters of one epoch are in flight.

mod agents;
mod at_end;
mod births;
mod cargo;
mod caught;
mod graph;
mod homes;
mod job;
mod pending;
mod signal;
mod start;
mod sum;
mod worker;

pub(crate) use job::{Figured, Job, Tell};
pub(crate) use signal::Signal;
pub(crate) use start::Start;
pub(crate) use worker::work;
