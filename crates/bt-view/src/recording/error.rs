//! `ReadError`: why bytes are not a recording.

use std::fmt::{self, Display, Formatter};

/// Why bytes are not a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes do not begin like a recording.
    NotARecording,
    /// The recording has this version, which this library does not read.
    Version(u64),
    /// The bytes end too early.
    CutOff,
    /// The bytes contain something impossible, which the text names: the recording was damaged, or never was one.
    Damaged(&'static str),
}

impl Display for ReadError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotARecording => formatter.write_str("this is not a recording of a behavior tree"),
            ReadError::Version(version) => {
                let (known, newest) = (super::codes::VERSION, super::codes::VERSION_WITH_NESTED);
                write!(
                    formatter,
                    "the recording has version {version}, and this `bt-view` reads versions {known} and {newest}: \
                     record it again"
                )
            }
            ReadError::CutOff => formatter.write_str("the recording is truncated"),
            ReadError::Damaged(what) => write!(formatter, "the recording is damaged: {what}"),
        }
    }
}

impl std::error::Error for ReadError {}
