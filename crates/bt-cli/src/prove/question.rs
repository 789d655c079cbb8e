//! The questions that a user asks about the nodes of a tree.

use std::fmt;

/// A question about the nodes of a tree.
pub enum Question<'a> {
    /// Nodes that are never active together: `fire and reload`.
    Never(&'a str),
    /// An order of three nodes.
    Order {
        /// The node after which it holds.
        after: &'a str,
        /// The node that must start in between.
        always: &'a str,
        /// The node that must not start without it.
        before: &'a str,
    },
}

impl Question<'_> {
    /// The names of nodes in it.
    pub(super) fn names(&self) -> Vec<&str> {
        match *self {
            Question::Never(never) => labels(never),
            Question::Order { after, always, before } => vec![after, always, before],
        }
    }
}

impl fmt::Display for Question<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Never(never) => write!(out, "never {never}"),
            Question::Order { after, always, before } => write!(out, "after {after} always {always} before {before}"),
        }
    }
}

/// The names in `fire and reload`.
pub fn labels(never: &str) -> Vec<&str> {
    never.split(" and ").map(str::trim).collect()
}
