//! Switches an agent to another program of its tree.
//!
//! 1. [`matching`]: which nodes are the same. It depends only on the two programs, so it is computed once for all
//!    agents.
//! 2. [`survivors`]: which active places survive. The old program aborts all others.
//! 3. [`moved`], [`cells`]: the state and the kept cells of the survivors, in the new program.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::program::{Kept, Program};
use crate::run::State;
use cells::CellMoves;
use matching::Matching;
pub use survivors::Survivors;

mod cells;
mod matching;
mod moved;
mod survivors;

/// Two programs, and what they have in common.
pub struct Change {
    pub old: Arc<Program>,
    pub new: Arc<Program>,
    common: Arc<Common>,
}

/// What two programs have in common. Shared by all agents that switch from one to the other.
struct Common {
    matching: Matching,
    cells: CellMoves,
}

/// The latest changes: all agents of a tree make the same ones.
static LATEST: Mutex<Vec<Known>> = Mutex::new(Vec::new());

struct Known {
    old: Weak<Program>,
    new: Weak<Program>,
    common: Arc<Common>,
}

impl Change {
    pub fn new(old: Arc<Program>, new: Arc<Program>) -> Self {
        let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
        let is = |weak: &Weak<Program>, program: &Arc<Program>| std::ptr::eq(weak.as_ptr(), Arc::as_ptr(program));
        // Agents usually make the latest change, so search from the end.
        let known = latest.iter().rfind(|known| is(&known.old, &old) && is(&known.new, &new));
        let common = match known {
            Some(known) => Arc::clone(&known.common),
            None => {
                let matching = Matching::new(&old, &new);
                let common = Arc::new(Common { cells: CellMoves::new(&old, &new, &matching), matching });
                latest.retain(|known| known.old.strong_count() > 0 && known.new.strong_count() > 0);
                let (old, new) = (Arc::downgrade(&old), Arc::downgrade(&new));
                latest.push(Known { old, new, common: Arc::clone(&common) });
                common
            }
        };
        Change { old, new, common }
    }

    /// Moves the state and the kept cells of an agent to the new program.
    pub fn carry_over(&self, survivors: &Survivors, state: &mut State, kept: &mut Kept) {
        *state = self.moved(survivors, std::mem::take(state));
        kept.0 = self.common.cells.moved(&kept.0);
    }

    fn matching(&self) -> &Matching {
        &self.common.matching
    }
}
