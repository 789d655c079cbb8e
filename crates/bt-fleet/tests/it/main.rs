//! What a fleet promises: the same result on any number of workers, even if some are killed, and clear errors.

mod agents;
mod births;
mod connections;
mod figures;
mod limits;
mod processes;
mod proxy;
mod sleepers;
mod snapshots;
mod strangers;
mod threads;
#[cfg(feature = "tls")]
mod tls;
mod town;
mod within;
