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
    /// From each state in which `from` holds, all paths lead to one in which `to` holds. Without `from`, all paths from
    /// the first state do. `mark` is the number of the first of its two marks in a state.
    LeadsTo { from: Option<Question<'c, W, A>>, to: Question<'c, W, A>, mark: u32 },
}
