//! What a tick hands from node to node.

use crate::kept::{Cell, stopped};
use crate::time::Span;
use crate::watch::Watch;

/// What a tick hands from node to node, beside the state that it works on.
pub struct Inputs<'a, C: ?Sized, W> {
    /// What the whole tree keeps.
    pub kept: &'a mut [Cell],
    /// Where in that the cells of the tree begin that is worked on.
    pub base: usize,
    /// Where behind that those of each of its nodes begin.
    offsets: &'static [usize],
    /// The time that is left.
    pub span: Span,
    /// The agent's context.
    pub context: &'a mut C,
    /// Who looks on.
    pub watch: W,
}

impl<'a, C: ?Sized, W: Watch> Inputs<'a, C, W> {
    /// The inputs of a tree in which the cells of the nodes begin at these offsets.
    #[inline(always)]
    pub const fn new(
        kept: &'a mut [Cell],
        offsets: &'static [usize],
        span: Span,
        context: &'a mut C,
        watch: W,
    ) -> Self {
        Inputs { kept, base: 0, offsets, span, context, watch }
    }

    /// Works on a tree that stands as a node in this one.
    #[inline(always)]
    pub fn inside<R>(&mut self, node: usize, offsets: &'static [usize], work: impl FnOnce(&mut Self) -> R) -> R {
        let outside = (self.base, self.offsets);
        (self.base, self.offsets) = (self.base + self.offsets[node], offsets);
        let done = work(self);
        (self.base, self.offsets) = outside;
        done
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
