//! `Why`: the reason for which a node did what it did.

use core::fmt::{self, Debug, Display, Formatter};
use core::time::Duration;

/// The reason for which a node did what it did: the answer of a condition, a score, a draw, a value, a key; or an error
/// that nothing else reports. An observer gets it in [`TreeObserver::why`](super::TreeObserver::why).
///
/// Children are counted from 0. A value or an error is shown if its type has [`Debug`]; otherwise, the observer only
/// learns that there was a value.
///
/// As text, it is just the answer: `true`, `child 1: 0.5`, `Angry`, `prey = Wolf(3)`.
///
/// ```
/// use bt::observe::Why;
///
/// assert_eq!(Why::Condition(true).to_string(), "true");
/// assert_eq!(Why::Score { child: 1, score: 0.5 }.to_string(), "child 1: 0.5");
/// assert_eq!(Why::Value(Some(&"angry")).to_string(), "\"angry\"");
/// assert_eq!(Why::Bound { name: "prey", value: None }.to_string(), "prey");
/// assert_eq!(Why::Lost(Some(&"stuck")).to_string(), "lost \"stuck\"");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Why<'a> {
    /// Whether the condition of a `condition`, `guard`, `precondition`, `wait_until`, `if_else` or `reactive_if_else`
    /// holds.
    Condition(bool),
    /// Whether the condition before a child of a `priority` holds. Conditions that are not evaluated are not
    /// reported.
    ConditionOf {
        /// The number of the child.
        child: usize,
        /// Whether its condition holds.
        holds: bool,
    },
    /// The score of a child of a `utility` or `reactive_utility`.
    Score {
        /// The number of the child.
        child: usize,
        /// Its score.
        score: f64,
    },
    /// The child that a `weighted`, `random_selector` or `random_sequence` has drawn.
    Draw {
        /// The number of the child; `None` if there was nothing to draw, since no weight was above 0.
        child: Option<usize>,
    },
    /// Whether the draw of a `probability` lets its child run.
    Chance(bool),
    /// The value by which a `switch` or `reactive_switch` chooses its child.
    Value(Option<&'a dyn Debug>),
    /// The key of an `observe` or a `keyed`.
    Key {
        /// The current key.
        value: Option<&'a dyn Debug>,
        /// Whether it has changed. The first key always has.
        changed: bool,
    },
    /// The value that a node binds, `find -> prey`, or the item of a `for_each`. A `parallel` can bind several.
    /// Unused values are dropped, and not reported.
    Bound {
        /// The name.
        name: &'static str,
        /// The value.
        value: Option<&'a dyn Debug>,
    },
    /// A leaf has [asked](crate::Span::spend) for more time than it was given, and has spent nothing. If it asks for
    /// the same time in each tick, it never ends. Only reported in debug builds, and not for the closure of an
    /// `action`.
    TooShort {
        /// The time that it wanted to spend.
        asked: Duration,
        /// The time that it was given.
        given: Duration,
    },
    /// The error of a cleanup of a `finally` that ran after an abort or another error. Nothing else reports this error:
    /// it is dropped.
    Lost(Option<&'a dyn Debug>),
}

impl Display for Why<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Why::Condition(holds) | Why::Chance(holds) => write!(formatter, "{holds}"),
            Why::ConditionOf { child, holds } => write!(formatter, "child {child}: {holds}"),
            Why::Score { child, score } => write!(formatter, "child {child}: {score}"),
            Why::Draw { child: Some(child) } => write!(formatter, "child {child}"),
            Why::Draw { child: None } => formatter.write_str("no child"),
            Why::Value(Some(value)) => write!(formatter, "{value:?}"),
            Why::Value(None) => formatter.write_str("a value"),
            Why::Key { value, changed } => {
                match value {
                    Some(value) => write!(formatter, "{value:?}")?,
                    None => formatter.write_str("a key")?,
                }
                formatter.write_str(if changed { ", changed" } else { "" })
            }
            Why::Bound { name, value: Some(value) } => write!(formatter, "{name} = {value:?}"),
            Why::Bound { name, value: None } => formatter.write_str(name),
            Why::TooShort { asked, given } => write!(formatter, "asks for {asked:?}, has {given:?}"),
            Why::Lost(Some(error)) => write!(formatter, "lost {error:?}"),
            Why::Lost(None) => formatter.write_str("lost an error"),
        }
    }
}
