//! `FleetError`: what can go wrong.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// What can go wrong with a fleet.
///
/// ```
/// use bt_fleet::FleetError;
///
/// assert_eq!(FleetError::PeerGone { process: 2 }.to_string(), "process 2 is gone");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FleetError {
    /// A setting is invalid.
    #[error("{0}")]
    Settings(String),
    /// Bytes that end too early: the save of an agent, or a file.
    #[error("{what} is truncated: {found} bytes of {expected}")]
    CutOff {
        /// What is truncated.
        what: String,
        /// How many bytes there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// Bytes with a wrong checksum.
    #[error("{what} is damaged: its checksum does not fit")]
    Damaged {
        /// What is damaged.
        what: String,
    },
    /// Bytes that no fleet has written.
    #[error("{what} was not written by a fleet")]
    Foreign {
        /// What it is.
        what: String,
    },
    /// Two sides disagree: on versions, trees or settings.
    #[error("{what}: found {found}, expected {expected}")]
    Differs {
        /// What differs, and where.
        what: String,
        /// What is expected here.
        expected: String,
        /// What was found there.
        found: String,
    },
    /// Another process has ended, or the connection to it is lost.
    #[error("process {process} is gone")]
    PeerGone {
        /// Its number.
        process: usize,
    },
    /// Another process could not be reached when the fleet began.
    #[error("process {process} could not be reached within {waited:?}: no answer at {address}{}", because(last))]
    Unreachable {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// The error of the last attempt.
        last: Option<String>,
        /// How long this process has waited.
        waited: Duration,
    },
    /// Two processes have the same number.
    #[error("two processes have the number {process}: at {first} and at {second}")]
    Twice {
        /// The number of both.
        process: usize,
        /// The address from which the first one called.
        first: String,
        /// The address from which the second one called.
        second: String,
    },
    /// Another process has a different key.
    #[error("process {process} at {address} has a different key: `FLEET_KEY` must be the same for all")]
    Key {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
    },
    /// There was no progress for too long.
    #[error("nothing has happened for {waited:?} in epoch {epoch}")]
    Stalled {
        /// The epoch that does not end.
        epoch: u64,
        /// How long this process has waited.
        waited: Duration,
    },
    /// A worker has panicked, probably because of a bug in the world.
    #[error("a worker has panicked: {0}")]
    Panicked(String),
    /// A process ended with an error.
    #[error("process {process} failed: {text}")]
    Failed {
        /// Its number.
        process: usize,
        /// Its error.
        text: String,
    },
    /// A repeated epoch after a restart had a different result: the world depends on more than the seed.
    #[error("epoch {epoch} had a different result after a restart: the world depends on more than the seed")]
    Diverged {
        /// The epoch.
        epoch: u64,
    },
    /// Processes have failed too often.
    #[error("gave up after {restarts} restarts: {last}")]
    GaveUp {
        /// The number of restarts.
        restarts: u32,
        /// The last error.
        last: Box<FleetError>,
    },
    /// The operating system returned an error.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// The answer.
        source: io::Error,
    },
    /// A tree, context or message cannot be serialized, or cannot be read back.
    #[error("{what}: {text}")]
    Data {
        /// What was tried.
        what: String,
        /// The answer.
        text: String,
    },
}

fn because(last: &Option<String>) -> String {
    last.as_ref().map(|text| format!(" ({text})")).unwrap_or_default()
}

impl FleetError {
    /// Adds what was tried to an error of the operating system.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| FleetError::Io { what, source }
    }

    /// Adds what was tried to an error of serialization.
    pub(crate) fn data<E: ToString>(what: impl Into<String>) -> impl FnOnce(E) -> Self {
        let what = what.into();
        move |error| FleetError::Data { what, text: error.to_string() }
    }

    pub(crate) fn differs(what: impl Into<String>, expected: impl ToString, found: impl ToString) -> Self {
        FleetError::Differs { what: what.into(), expected: expected.to_string(), found: found.to_string() }
    }
}
