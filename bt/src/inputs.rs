//! What a tick hands from node to node.

use crate::drive::State;
use crate::kept::{Cell, stopped};
use crate::status::{Outcome, Status};
use crate::time::Span;
use crate::watch::Watch;

/// What a tick hands from node to node, beside the state and the context that it works on.
///
/// The context is handed on beside it: to read it from here in each leaf would take LLVM a third of its time.
pub struct Inputs<'a, W> {
    /// What the whole tree keeps.
    pub kept: &'a mut [Cell],
    /// Where in that the cells of the tree begin that is worked on.
    pub base: usize,
    /// Where behind that those of each of its nodes begin.
    offsets: &'static [usize],
    /// The time that is left.
    pub span: Span,
    /// Who looks on.
    pub watch: W,
}

impl<'a, W: Watch> Inputs<'a, W> {
    /// The inputs of a tree in which the cells of the nodes begin at these offsets.
    #[inline(always)]
    pub fn new(kept: &'a mut [Cell], offsets: &'static [usize], span: Span, mut watch: W) -> Self {
        watch.begin(span);
        Inputs { kept, base: 0, offsets, span, watch }
    }

    /// Works on a tree that stands as a node in this one.
    #[inline(always)]
    pub fn inside_tree<S: State, R>(&mut self, node: usize, work: impl FnOnce(&mut Self) -> R) -> R {
        self.looking(|watch| watch.enter::<S>(node), |inputs| inputs.with_cells_of(node, S::OFFSETS, work))
    }

    /// Works on one of several behaviors that can stand at a node of this tree, and of which nothing is seen.
    #[inline(always)]
    pub fn inside<R>(&mut self, node: usize, offsets: &'static [usize], work: impl FnOnce(&mut Self) -> R) -> R {
        self.looking(W::look_away, |inputs| inputs.with_cells_of(node, offsets, work))
    }

    #[inline(always)]
    fn with_cells_of<R>(&mut self, node: usize, offsets: &'static [usize], work: impl FnOnce(&mut Self) -> R) -> R {
        let outside = (self.base, self.offsets);
        (self.base, self.offsets) = (self.base + self.offsets[node], offsets);
        let done = work(self);
        (self.base, self.offsets) = outside;
        done
    }

    /// A node gives up what is aborted in the meantime.
    #[inline(always)]
    pub fn gives_up(&mut self, node: usize, abort: impl FnOnce(&mut Self)) {
        self.looking(|watch| watch.giving_up(node), abort);
    }

    /// A node is aborted: first what is active in it.
    #[inline(always)]
    pub fn aborts(&mut self, node: usize, abort: impl FnOnce(&mut Self)) {
        self.gives_up(node, abort);
        self.aborted(node);
    }

    /// Works while those who look on look at something else.
    #[inline(always)]
    fn looking<R>(&mut self, look: impl FnOnce(&mut W), work: impl FnOnce(&mut Self) -> R) -> R {
        if !W::LOOKS {
            return work(self);
        }
        let view = self.watch.view();
        look(&mut self.watch);
        let done = work(self);
        self.watch.set_view(view);
        done
    }

    /// A node starts.
    #[inline(always)]
    pub fn start(&mut self, node: usize) {
        if W::LOOKS {
            self.watch.start(node, self.span);
        }
    }

    /// A leaf has run; an error is no status.
    #[inline(always)]
    pub fn ran(&mut self, node: usize, status: Option<Status>) {
        if W::LOOKS
            && let Some(status) = status
        {
            self.watch.run(node, status, self.span);
        }
    }

    /// A node has ended.
    #[inline(always)]
    pub fn finish(&mut self, node: usize, outcome: Outcome) {
        self.watch.finish(node, outcome, self.span);
        self.watch.finish_above(node, outcome, self.span);
    }

    /// A leaf has ended between two ticks; those above it react in the next one.
    #[inline(always)]
    pub fn finish_alone(&mut self, node: usize, outcome: Outcome) {
        self.watch.finish(node, outcome, self.span);
    }

    /// Those above a leaf react that has ended before.
    #[inline(always)]
    pub fn finish_above(&mut self, node: usize, success: bool) {
        let outcome = if success { Outcome::Success } else { Outcome::Failure };
        self.watch.finish_above(node, outcome, self.span);
    }

    /// A node has been aborted.
    #[inline(always)]
    pub fn aborted(&mut self, node: usize) {
        if W::LOOKS {
            self.watch.finish(node, Outcome::Aborted, self.span);
            self.watch.abort_above(node, self.span);
        }
    }

    /// Those above a leaf are aborted that has ended before.
    #[inline(always)]
    pub fn abort_above(&mut self, node: usize) {
        self.watch.abort_above(node, self.span);
    }

    /// Works as if so much time were left.
    #[inline(always)]
    pub fn with_span<R>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> R) -> R {
        let left = core::mem::replace(&mut self.span, span);
        let done = work(self);
        self.span = left;
        done
    }

    /// A kept cell of the tree that is worked on.
    #[inline(always)]
    pub fn cell(&mut self, cell: usize) -> &mut Cell {
        &mut self.kept[self.base + cell]
    }

    /// Two kept cells keep that something stops now.
    #[inline(always)]
    pub fn stopped(&mut self, cell: usize) {
        let span = self.span;
        stopped(self.cells(cell), &span);
    }

    /// The kept cells from one on.
    #[inline(always)]
    pub fn cells(&mut self, first: usize) -> &mut [Cell] {
        &mut self.kept[self.base + first..]
    }
}
