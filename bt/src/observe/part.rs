//! `Part`: a part of a condition, with its answer.

use core::fmt::{self, Debug, Display, Formatter};

/// A part of a condition that was evaluated: its answer, and the values that it compares. An observer gets it in
/// [`TreeObserver::part`](super::TreeObserver::part).
///
/// As text, it is the code with the values in it and the answer: `clue true`, `unseen 1.7 < 1.5 false`.
/// [`TreeObserver::part`](super::TreeObserver::part) has an example.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Part<'a> {
    /// What is evaluated; of a comparison, its left side.
    pub side: Side<'a>,
    /// The comparison, as `<`, and its right side. `None` if this is not a comparison.
    pub compared: Option<(&'static str, Side<'a>)>,
    /// Whether it holds.
    pub holds: bool,
}

/// A side of a comparison, or the whole of a [`Part`] that is not a comparison.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Side<'a> {
    /// The code, without the name of the context.
    pub text: &'static str,
    /// Its value, if its type has [`Debug`]. `None` if the code is the value, as in `1.5`.
    pub value: Option<&'a dyn Debug>,
}

impl Display for Part<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.side)?;
        if let Some((comparison, side)) = self.compared {
            write!(formatter, " {comparison} {side}")?;
        }
        write!(formatter, " {}", self.holds)
    }
}

impl Display for Side<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text)?;
        if let Some(value) = self.value { write!(formatter, " {value:?}") } else { Ok(()) }
    }
}
