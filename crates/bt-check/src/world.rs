//! What the world is, and what can happen in it between two ticks.

use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// A model of the world around the agents: a small type with what matters for the question, and nothing else. Any type
/// with these traits is one.
///
/// The fewer values it can have, the fewer states there are. A door is open or closed; a position is one of a few
/// places, not a vector of floats.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the world of a check: worlds are compared, kept in a table, and printed",
    label = "is not a world that can be compared and copied",
    note = "derive what is missing, for its parts too: `#[derive(Clone, Debug, PartialEq, Eq, Hash)]`; a float has no \
            `Eq`, so use a number of steps, or a few names"
)]
pub trait World: Clone + Eq + Hash + Debug + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<W: Clone + Eq + Hash + Debug + Send + Sync + 'static> World for W {}

/// What can happen in the world between two ticks: see [`Check::moves`](crate::Check::moves).
#[derive(Debug)]
pub struct Next<W> {
    /// Each world that can be next. `None`: nothing happens.
    pub(crate) worlds: Vec<Option<W>>,
    /// The names of the moves, if they are asked for.
    pub(crate) names: Option<Vec<String>>,
    /// Which of them are fair, by number in `worlds`.
    pub(crate) fair: Vec<(usize, String)>,
    asks_for_fair: bool,
    many_moves: bool,
}

impl<W> Next<W> {
    pub(crate) fn new(many_moves: bool) -> Self {
        Next { worlds: Vec::new(), names: None, fair: Vec::new(), asks_for_fair: false, many_moves }
    }

    /// Starts over: nothing happens, until a move is added.
    pub(crate) fn clear(&mut self, names: bool, fair: bool) {
        self.worlds.clear();
        self.worlds.push(None);
        self.names = names.then(|| vec![String::from("nothing happens")]);
        self.fair.clear();
        self.asks_for_fair = fair;
    }

    /// The names of the moves, if they are asked for. Several moves with the same name are counted, so that a replay
    /// can distinguish them.
    pub(crate) fn take_names(&mut self) -> Option<Vec<String>> {
        let mut names = self.names.take()?;
        let mut counts: HashMap<String, usize> = HashMap::new();
        for name in &mut names {
            let count = counts.entry(name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                *name = format!("{name} ({count})");
            }
        }
        Some(names)
    }

    /// Adds something that may happen, and the world after it. The name is for reports: a text, or `format_args!("guest
    /// {guest} calls")`. If several moves have the same name, the second one is called `name (2)`.
    pub fn may(&mut self, name: impl Display, world: W) {
        if let Some(names) = &mut self.names {
            names.push(name.to_string());
        }
        self.worlds.push(Some(world));
    }

    /// Adds something that may happen, and that must happen at some time if it stays possible (weak fairness). Without
    /// this, [`eventually`](crate::Check::eventually) assumes that a move may be postponed forever. Moves with the same
    /// name count as one move: it is enough if one of them happens.
    ///
    /// # Panics
    ///
    /// The search panics if there are more than 62 such moves with different names, and a property is `eventually` or
    /// `leads_to`.
    pub fn at_some_time(&mut self, name: impl Display, world: W) {
        if self.asks_for_fair {
            self.fair.push((self.worlds.len(), name.to_string()));
        }
        self.may(name, world);
    }

    /// Makes one of the moves added so far happen, instead of nothing. Without any move, nothing happens.
    ///
    /// # Panics
    ///
    /// If any [number of moves](crate::Check::many_moves) can happen between two ticks.
    pub fn something_happens(&mut self) {
        assert!(
            !self.many_moves,
            "`something_happens` makes one move before each tick, `many_moves` allows any number of them: leave one \
             out"
        );
        if self.worlds.len() > 1 && self.worlds[0].is_none() {
            self.worlds.remove(0);
            self.fair.iter_mut().for_each(|(number, _)| *number -= 1);
            if let Some(names) = &mut self.names {
                names.remove(0);
            }
        }
    }
}
