#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

mod agent;
mod endpoint;
mod error;
mod figures;
mod fleet;
mod flow;
mod letter;
mod local;
mod net;
mod process;
mod report;
mod shard;
mod snapshot;
mod turn;
mod world;

pub use agent::Agent;
pub use error::FleetError;
pub use figures::Figures;
pub use fleet::Fleet;
pub use letter::Letter;
#[cfg(feature = "tls")]
pub use net::Tls;
pub use report::{Epoch, Report};
pub use turn::{Chance, TooMany, Turn};
pub use world::{World, whole_epochs};

/// The chapter of the book, whose code runs as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/fleets.md")]
pub mod book {}
