//! Who looks on while a tree is ticked.

use crate::drive::State;
use crate::status::{Outcome, Status};
use crate::time::Span;

/// Who looks on while a tree is ticked: an [observer](crate::watching::Watching), or nobody.
///
/// Nodes are numbered as in the tree that is worked on. Only leaves and nodes with code of their own tell what they do;
/// of the others, which are no more than jumps between leaves, the watch finds out itself.
pub trait Watch {
    /// Whether anybody looks. Where nobody does, rustc compiles nothing that stands behind this.
    const LOOKS: bool;

    /// What is looked at.
    type View: Copy;

    /// What is looked at now.
    fn view(&self) -> Self::View;

    /// Looks at something else.
    fn set_view(&mut self, view: Self::View);

    /// A tick begins.
    fn begin(&mut self, _: Span) {}

    /// From now on, nodes are those of the tree that stands at a node.
    fn enter<S: State>(&mut self, _: usize) {}

    /// From now on, nothing is seen.
    fn look_away(&mut self) {}

    /// From now on, what is aborted is given up by this node.
    fn giving_up(&mut self, _: usize) {}

    /// A node starts, and those above it of which it is the beginning.
    fn start(&mut self, _: usize, _: Span) {}

    /// A leaf has run.
    fn run(&mut self, _: usize, _: Status, _: Span) {}

    /// A node has finished, and no other with it.
    fn finish(&mut self, _: usize, _: Outcome, _: Span) {}

    /// Those above a node that end because it has ended so have finished.
    fn finish_above(&mut self, _: usize, _: Outcome, _: Span) {}

    /// Those above a node that are given up with it have finished.
    fn abort_above(&mut self, _: usize, _: Span) {}
}

/// Nobody.
impl Watch for () {
    const LOOKS: bool = false;

    type View = ();

    #[inline(always)]
    fn view(&self) {}

    #[inline(always)]
    fn set_view(&mut self, (): ()) {}
}
