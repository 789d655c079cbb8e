//! Drawings of trees: as text, for Graphviz and Mermaid, and as a picture.

mod dot;
pub(crate) mod layout;
mod mermaid;
mod svg;
mod text;
mod tone;

pub use tone::Tone;

use crate::outline::Outline;
use crate::state::State;

/// A drawing of a tree, with or without a state; or of the differences of two trees.
///
/// ```
/// use bt_view::{Drawing, Outline, State};
///
/// bt::bt! { Nap(()) = sequence < fall_asleep: succeed, dream: running > }
///
/// let (mut nap, mut state) = (Nap::new(), State::default());
/// nap.tick_with(&mut (), &mut state);
/// let outline = Outline::of::<Nap>();
/// assert_eq!(Drawing::with_state(&outline, &state).text(), "\
/// * sequence
/// + ├── fall_asleep: succeed
/// * └── dream: running
/// ");
/// assert!(Drawing::new(&outline).svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'o> {
    outline: &'o Outline,
    /// One for each node, or none at all.
    tones: Vec<Tone>,
    ascii: bool,
    colors: bool,
}

impl<'o> Drawing<'o> {
    /// A drawing of a tree without a state.
    pub fn new(outline: &'o Outline) -> Self {
        Drawing { outline, tones: Vec::new(), ascii: false, colors: false }
    }

    /// A drawing of a tree that marks active nodes, and, faded, how other nodes last ended. `state` is a state of the
    /// same tree.
    pub fn with_state(outline: &'o Outline, state: &State) -> Self {
        let tones = (0..outline.nodes().len()).map(|position| Tone::of(state, position)).collect();
        Drawing { tones, ..Drawing::new(outline) }
    }

    pub(crate) fn with_tones(outline: &'o Outline, tones: Vec<Tone>) -> Self {
        Drawing { tones, ..Drawing::new(outline) }
    }

    /// Draws the branches of [`text`](Self::text) in plain ASCII. Labels and arguments stay as the tree's author wrote
    /// them.
    pub fn ascii(self) -> Self {
        Drawing { ascii: true, ..self }
    }

    /// Whether [`text`](Self::text) has the colours of a terminal, as ANSI escape codes. Default: no.
    pub fn colors(self, colors: bool) -> Self {
        Drawing { colors, ..self }
    }

    /// Colours [`text`](Self::text) if the standard output is a terminal, and the environment variable `NO_COLOR` is
    /// not set.
    pub fn colors_on_terminal(self) -> Self {
        use std::io::IsTerminal as _;
        let colors = std::env::var_os("NO_COLOR").is_none() && std::io::stdout().is_terminal();
        self.colors(colors)
    }

    fn tone(&self, position: usize) -> Tone {
        self.tones.get(position).copied().unwrap_or(Tone::Plain)
    }
}
