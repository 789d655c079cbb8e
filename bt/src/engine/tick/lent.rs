//! What a tick lends to a boxed tree.

use crate::observe::{NodeEvent, TreeObserver};
use crate::time::Span;

/// What a boxed tree gets from the tree around it.
pub struct Nested<'n> {
    pub shared: Shared<'n>,
    pub observing: Option<Observing<'n>>,
}

/// An observer, for a boxed tree.
pub struct Observing<'o> {
    pub observer: &'o mut dyn TreeObserver,
    /// The node that holds the tree.
    pub holder: NodeEvent,
    /// The moment at which the tick of the outermost tree began.
    pub began: u64,
}

/// What all trees share in a tick.
pub struct Shared<'n> {
    pub span: &'n mut Span,
    pub passes: &'n mut u32,
}
