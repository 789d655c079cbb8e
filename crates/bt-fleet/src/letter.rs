//! `Letter`: a message from agent to agent.

use serde::{Deserialize, Serialize};

/// A message from one agent to another.
///
/// Letters are delivered in the epoch after the one in which they were sent, ordered by their senders, and those of one
/// sender in the order in which it sent them.
///
/// ```
/// use bt_fleet::Letter;
///
/// let letter = Letter { to: 7, from: 3, number: 0, message: "hello" };
/// assert_eq!(letter.key(), (7, 3, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Letter<M> {
    /// The id of the agent that gets it.
    pub to: u64,
    /// The id of the agent that sent it.
    pub from: u64,
    /// How many letters that agent had already sent in the same epoch.
    pub number: u32,
    /// The message.
    pub message: M,
}

impl<M> Letter<M> {
    /// The sort key of letters, unique within an epoch.
    ///
    /// ```
    /// # use bt_fleet::Letter;
    /// assert_eq!(Letter { to: 1, from: 2, number: 3, message: () }.key(), (1, 2, 3));
    /// ```
    pub const fn key(&self) -> (u64, u64, u32) {
        (self.to, self.from, self.number)
    }
}
