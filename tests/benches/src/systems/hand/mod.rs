//! Handwritten state machines: several for each workload. All others are compared with the fastest one.

pub mod deep;
pub mod door;
pub mod guard;
pub mod patrol;
pub mod rounds;
pub mod sentry;
pub mod watch;
