//! What a tick hands from node to node.

use crate::kept::Cell;
use crate::time::Span;

/// What a tick hands from node to node of one tree, beside the state that it works on.
pub struct Inputs<'a, C: ?Sized> {
    /// What the tree keeps, its subtrees included.
    pub kept: &'a mut [Cell],
    /// Where in that the cells of each node begin.
    offsets: &'static [usize],
    /// The time that is left.
    pub span: Span,
    /// The agent's context.
    pub context: &'a mut C,
}

impl<'a, C: ?Sized> Inputs<'a, C> {
    /// The inputs of a tree in which the cells of the nodes begin at these offsets.
    #[inline(always)]
    pub const fn new(kept: &'a mut [Cell], offsets: &'static [usize], span: Span, context: &'a mut C) -> Self {
        Inputs { kept, offsets, span, context }
    }

    /// Works on a tree that stands as a node in this one.
    #[inline(always)]
    pub fn inside<R>(
        &mut self,
        node: usize,
        offsets: &'static [usize],
        work: impl FnOnce(&mut Inputs<'_, C>) -> R,
    ) -> R {
        let kept = &mut self.kept[self.offsets[node]..];
        let mut inside = Inputs { kept, offsets, span: self.span, context: &mut *self.context };
        let done = work(&mut inside);
        self.span = inside.span;
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
}
