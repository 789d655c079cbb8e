//! What the world is, and what can happen in it between two ticks.

use std::fmt::{Debug, Display};
use std::hash::Hash;

/// A model of the world around the agents: a small type with what matters for the question, and nothing else. Any type
/// with these traits is one.
///
/// The fewer values it can have, the fewer states there are. A door is open or closed; a position is one of a few places,
/// and no vector of floats.
pub trait World: Clone + Eq + Hash + Debug + Send + Sync + 'static {}

impl<W: Clone + Eq + Hash + Debug + Send + Sync + 'static> World for W {}

/// What can happen in the world between two ticks: see [`Check::moves`](crate::Check::moves).
#[derive(Debug)]
pub struct Next<W> {
    /// Each world that can be next. `None`: nothing happens.
    pub(crate) worlds: Vec<Option<W>>,
    /// The names of the moves, if somebody asks for them.
    pub(crate) names: Option<Vec<String>>,
    /// Which of them are fair, by number in `worlds`.
    pub(crate) fair: Vec<(usize, String)>,
    asks_for_fair: bool,
}

impl<W> Next<W> {
    pub(crate) fn new() -> Self {
        Next { worlds: Vec::new(), names: None, fair: Vec::new(), asks_for_fair: false }
    }

    /// Begins anew: nothing happens, until a move is added.
    pub(crate) fn clear(&mut self, names: bool, fair: bool) {
        self.worlds.clear();
        self.worlds.push(None);
        self.names = names.then(|| vec![String::from("nothing happens")]);
        self.fair.clear();
        self.asks_for_fair = fair;
    }

    /// Something that may happen, and the world after it. The name is for reports: a text, or `format_args!("guest {guest}
    /// calls")`.
    pub fn may(&mut self, name: impl Display, world: W) {
        if let Some(names) = &mut self.names {
            names.push(name.to_string());
        }
        self.worlds.push(Some(world));
    }

    /// Something that may happen, and happens at some time if it stays possible. So nothing waits for it forever, as
    /// [`eventually`](crate::Check::eventually) would assume otherwise. (This is weak fairness.)
    pub fn at_some_time(&mut self, name: impl Display, world: W) {
        if self.asks_for_fair {
            self.fair.push((self.worlds.len(), name.to_string()));
        }
        self.may(name, world);
    }

    /// One of the moves happens: the world does not stay as it is. Without any move, it does.
    pub fn something_happens(&mut self) {
        if self.worlds.len() > 1 && self.worlds[0].is_none() {
            self.worlds.remove(0);
            self.fair.iter_mut().for_each(|(number, _)| *number -= 1);
            if let Some(names) = &mut self.names {
                names.remove(0);
            }
        }
    }
}
