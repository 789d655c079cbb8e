//! What must hold.

use crate::now::Now;

/// A question about the world and the trees.
pub(crate) type Question<'c, W, A> = Box<dyn for<'n> Fn(&Now<'n, W, A>) -> bool + Send + Sync + 'c>;

/// What must hold, with its name for reports.
pub(crate) struct Property<'c, W, A> {
    pub name: String,
    pub rule: Rule<'c, W, A>,
}

pub(crate) enum Rule<'c, W, A> {
    /// In all states, or in none.
    Always { is: bool, question: Question<'c, W, A> },
    /// From each state in which the first holds, all ways lead to one in which the second holds. `None`: from the first
    /// state. The number is that of the first mark in a state.
    LeadsTo { from: Option<Question<'c, W, A>>, to: Question<'c, W, A>, mark: u32 },
}
