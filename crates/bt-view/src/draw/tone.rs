//! `Tone`: what a drawing shows about a node in addition to its text.

use bt::Outcome;

use crate::state::State;

/// What a drawing shows about a node in addition to its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tone {
    /// Nothing: the node has not run, or is the same in both trees.
    Plain,
    /// The node is active.
    Active,
    /// The node is not active, and last ended in success.
    Succeeded,
    /// The node is not active, and last ended in failure.
    Failed,
    /// The node is not active, and was last aborted.
    Aborted,
    /// The node is only in the new tree.
    Added,
    /// The node is only in the old tree.
    Removed,
    /// The node is in both trees, but written differently.
    Changed,
    /// The node is in both trees, but in different places.
    Moved,
}

/// How a tone is drawn.
pub(super) struct Paint {
    /// The mark at the start of a line of text.
    pub mark: &'static str,
    /// The code of the colour on terminals.
    pub terminal: &'static str,
    pub fill: &'static str,
    pub stroke: &'static str,
    pub text: &'static str,
}

impl Tone {
    pub(super) fn of(state: &State, position: usize) -> Tone {
        match state.last(position) {
            _ if state.is_active(position) => Tone::Active,
            None => Tone::Plain,
            Some(Outcome::Success) => Tone::Succeeded,
            Some(Outcome::Failure) => Tone::Failed,
            Some(Outcome::Aborted) => Tone::Aborted,
        }
    }

    pub(super) fn paint(self) -> Paint {
        let paint = |mark, terminal, fill, stroke, text| Paint { mark, terminal, fill, stroke, text };
        match self {
            Tone::Plain => paint("  ", "", "#ffffff", "#8a94a3", "#1f2733"),
            Tone::Active => paint("* ", "1;33", "#ffd75e", "#a86f00", "#1f2733"),
            Tone::Succeeded => paint("+ ", "2;32", "#e6f4e8", "#9ccaa4", "#5c7061"),
            Tone::Failed => paint("- ", "2;31", "#fbe9e7", "#dfaaa3", "#7a5f5c"),
            Tone::Aborted => paint("/ ", "2;35", "#f1eaf6", "#c4afd4", "#6d6077"),
            Tone::Added => paint("+ ", "32", "#d2f4d9", "#2c8a43", "#123d1e"),
            Tone::Removed => paint("- ", "31", "#ffdcd7", "#c2402f", "#5e160d"),
            Tone::Changed => paint("~ ", "36", "#d8ecfb", "#2b78b3", "#0e3a59"),
            Tone::Moved => paint("> ", "35", "#efe3f8", "#8446b4", "#3d1c57"),
        }
    }
}
