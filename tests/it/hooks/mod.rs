//! The hooks of leaves: the time that `run` takes, and the messages that `receive` takes.

mod decorators;
mod forms;
mod found;
mod functions;
mod messages;
mod spans;

use std::time::Duration;

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A log of the remaining time at each moment.
type Log = Vec<(&'static str, Duration)>;
