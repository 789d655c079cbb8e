//! `Status` and `Outcome`: what a node returns, and how it ended.

use core::error::Error;
use core::fmt;

/// The result of one tick of a node.
///
/// ```
/// use bt::Status;
///
/// assert_eq!(Status::from(true), Status::Success);
/// assert!(Status::Running.is_running());
/// assert_eq!(Status::Failure.to_string(), "failure");
/// ```
///
/// With the feature `serde` it can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// The node has achieved its goal.
    Success,
    /// The node could not achieve its goal.
    Failure,
    /// The node needs more ticks.
    Running,
}

impl Status {
    /// Whether the node needs more ticks.
    ///
    /// ```
    /// assert!(!bt::Status::Success.is_running());
    /// ```
    pub const fn is_running(self) -> bool {
        matches!(self, Status::Running)
    }

    /// Whether the node has succeeded.
    ///
    /// ```
    /// assert!(bt::Status::Success.is_success());
    /// ```
    pub const fn is_success(self) -> bool {
        matches!(self, Status::Success)
    }

    /// Whether the node has failed.
    ///
    /// ```
    /// assert!(bt::Status::Failure.is_failure());
    /// ```
    pub const fn is_failure(self) -> bool {
        matches!(self, Status::Failure)
    }
}

/// `success`, `failure` or `running`.
impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Status::Success => "success",
            Status::Failure => "failure",
            Status::Running => "running",
        })
    }
}

/// `true` is success, `false` is failure.
impl From<bool> for Status {
    fn from(success: bool) -> Self {
        if success { Status::Success } else { Status::Failure }
    }
}

/// How an activation of a node ended.
///
/// ```
/// use bt::{Outcome, Status, StillRunning};
///
/// assert_eq!(Outcome::try_from(Status::Failure), Ok(Outcome::Failure));
/// assert_eq!(Outcome::try_from(Status::Running), Err(StillRunning));
/// assert_eq!(Outcome::from(true), Outcome::Success);
/// assert_eq!(Outcome::Aborted.to_string(), "aborted");
/// ```
///
/// With the feature `serde` it can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The node succeeded. For a leaf: its `run` or `receive` returned [`Status::Success`].
    Success,
    /// The node failed. For a leaf: its `run` or `receive` returned [`Status::Failure`].
    Failure,
    /// The node was stopped: its parent aborted it, the tree was aborted, or an error ended the tree.
    Aborted,
}

impl Outcome {
    /// Whether the node has succeeded.
    ///
    /// ```
    /// assert!(bt::Outcome::Success.is_success());
    /// ```
    pub const fn is_success(self) -> bool {
        matches!(self, Outcome::Success)
    }

    /// Whether the node has failed.
    ///
    /// ```
    /// assert!(!bt::Outcome::Aborted.is_failure());
    /// ```
    pub const fn is_failure(self) -> bool {
        matches!(self, Outcome::Failure)
    }

    /// Whether the node was aborted.
    ///
    /// ```
    /// assert!(bt::Outcome::Aborted.is_aborted());
    /// ```
    pub const fn is_aborted(self) -> bool {
        matches!(self, Outcome::Aborted)
    }
}

/// `success`, `failure` or `aborted`.
impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
            Outcome::Aborted => "aborted",
        })
    }
}

/// `true` is success, `false` is failure.
impl From<bool> for Outcome {
    fn from(success: bool) -> Self {
        if success { Outcome::Success } else { Outcome::Failure }
    }
}

/// The outcome of a node that has ended.
impl TryFrom<Status> for Outcome {
    type Error = StillRunning;

    /// # Errors
    ///
    /// If the status is [`Status::Running`].
    #[inline]
    fn try_from(status: Status) -> Result<Self, StillRunning> {
        match status {
            Status::Success => Ok(Outcome::Success),
            Status::Failure => Ok(Outcome::Failure),
            Status::Running => Err(StillRunning),
        }
    }
}

/// The error of converting [`Status::Running`], which has no [`Outcome`] yet.
///
/// ```
/// assert_eq!(bt::StillRunning.to_string(), "the node is still running, so it has no outcome yet");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StillRunning;

impl fmt::Display for StillRunning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the node is still running, so it has no outcome yet")
    }
}

impl Error for StillRunning {}
