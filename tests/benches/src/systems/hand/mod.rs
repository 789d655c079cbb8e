//! State machines written by hand: for each workload several, of which the fastest is what all others are measured by.

pub mod deep;
pub mod door;
pub mod guard;
pub mod patrol;
pub mod rounds;
pub mod sentry;
pub mod watch;
