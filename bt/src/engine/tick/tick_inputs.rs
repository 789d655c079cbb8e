//! `TickInputs`: what a tick hands from node to node.

use core::mem;

use super::as_status::AsStatus;
use super::kept_cells::{Cell, set_wide, stopped, wide};
use super::timer::{Bytes, TimerOf};
use crate::can::Can;
use crate::engine::observe::watch::Watch;
use crate::engine::tree_state::TreeState;
use crate::outline::facts::Facts;
use crate::status::{Outcome, Status};
use crate::time::{IntoDuration, Span};

/// What a tick hands from node to node, beside the state and the context that it works on.
///
/// The context is handed on beside it: reading it from here in each leaf would take LLVM a third of its time.
pub struct TickInputs<'a, W> {
    /// The kept cells of the whole tree.
    pub kept: &'a mut [Cell],
    /// The first of them that belongs to the tree that is being ticked.
    pub base: usize,
    /// The first cell of each of its nodes, counted from there.
    offsets: &'static [usize],
    /// The time that is left.
    pub span: Span,
    /// How many passes of loops and beats of `every` are left in this tick.
    passes: u32,
    /// Whether the reactive node that is ticked next resumes its active child, since the key of the `observe` above it
    /// has not changed.
    resumes: bool,
    /// What the tick reports its events to.
    pub watch: W,
}

/// How many passes all loops of a tree make in one tick, with the beats of its `every` nodes. So each tick ends.
const MOST_PASSES: u32 = 10_000;

impl<'a, W: Watch> TickInputs<'a, W> {
    /// The inputs of a tree in which the cells of the nodes begin at these offsets.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(kept: &'a mut [Cell], offsets: &'static [usize], span: Span, mut watch: W) -> Self {
        watch.begin(span);
        TickInputs { kept, base: 0, offsets, span, passes: MOST_PASSES, resumes: false, watch }
    }

    /// Works on the subtree at a node.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn inside_tree<S: TreeState, R>(&mut self, node: usize, work: impl FnOnce(&mut Self) -> R) -> R {
        self.viewing(|watch| watch.enter::<S>(node), |inputs| inputs.with_cells_of(node, S::OFFSETS, work))
    }

    /// Works on the variant of an enum at a node. Its events are not reported.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn inside<R>(&mut self, node: usize, offsets: &'static [usize], work: impl FnOnce(&mut Self) -> R) -> R {
        self.viewing(W::hide, |inputs| inputs.with_cells_of(node, offsets, work))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_cells_of<R>(&mut self, node: usize, offsets: &'static [usize], work: impl FnOnce(&mut Self) -> R) -> R {
        let outside = (self.base, self.offsets);
        (self.base, self.offsets) = (self.base + self.offsets[node], offsets);
        let done = work(self);
        (self.base, self.offsets) = outside;
        done
    }

    /// A node aborts what is active in it, and goes on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gives_up(&mut self, node: usize, abort: impl FnOnce(&mut Self)) {
        self.apart(|inputs| inputs.viewing(|watch| watch.set_aborting(node), abort));
    }

    /// Does what may be a call. It gets a copy: so only this call needs the inputs in memory, and the rest of the tick has
    /// them in registers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn apart<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let Some(watch) = W::again() else { return work(self) };
        let kept = mem::take(&mut self.kept);
        let mut copy = TickInputs { kept, watch, ..*self };
        let done = work(&mut copy);
        *self = copy;
        done
    }

    /// A node is aborted: first what is active in it, then itself.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn aborts(&mut self, node: usize, abort: impl FnOnce(&mut Self)) {
        self.viewing(|watch| watch.set_aborting(node), abort);
        self.aborted(node);
    }

    /// Works with another view of the observer, and restores the view after that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn viewing<R>(&mut self, change: impl FnOnce(&mut W), work: impl FnOnce(&mut Self) -> R) -> R {
        if !W::OBSERVED {
            return work(self);
        }
        let view = self.watch.view();
        change(&mut self.watch);
        let done = work(self);
        self.watch.set_view(view);
        done
    }

    /// A node starts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start(&mut self, node: usize) {
        if W::OBSERVED {
            self.watch.start(node, self.span);
        }
    }

    /// What a leaf answers in place of its run, if it does not run itself. What it cannot answer is not taken.
    #[inline(always)]
    pub fn mock<T: AsStatus>(&mut self, node: usize, can: Can) -> Option<T> {
        if W::OBSERVED {
            return self.watch.mock(node, self.span).filter(|status| can.has(*status)).and_then(T::mocked);
        }
        None
    }

    /// A leaf has run. `None` stands for an error.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ran(&mut self, node: usize, status: Option<Status>) {
        if W::OBSERVED
            && let Some(status) = status
        {
            self.watch.run(node, status, self.span);
        }
    }

    /// A node has ended.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn finish(&mut self, node: usize, outcome: Outcome) {
        self.watch.finish(node, outcome, self.span);
        self.watch.finish_parents(node, outcome, self.span);
    }

    /// A leaf has ended between two ticks; its parents react in the next one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn finish_alone(&mut self, node: usize, outcome: Outcome) {
        self.watch.finish(node, outcome, self.span);
    }

    /// The parents of a leaf that has ended before the tick react now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn finish_parents(&mut self, node: usize, success: bool) {
        let outcome = if success { Outcome::Success } else { Outcome::Failure };
        self.watch.finish_parents(node, outcome, self.span);
    }

    /// A node has been aborted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn aborted(&mut self, node: usize) {
        if W::OBSERVED {
            self.watch.finish(node, Outcome::Aborted, self.span);
            self.watch.abort_parents(node, self.span);
        }
    }

    /// The parents of a leaf that has ended before are aborted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn abort_parents(&mut self, node: usize) {
        self.watch.abort_parents(node, self.span);
    }

    /// Lends the time that is left to a hook, which can only use of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lend_span<R>(&mut self, hook: impl FnOnce(&mut Span) -> R) -> R {
        self.span.lend(hook)
    }

    /// Works as if `span` were the time that is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_span<R>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> R) -> R {
        let left = mem::replace(&mut self.span, span);
        let done = work(self);
        self.span = left;
        done
    }

    /// Works as if no time were left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn in_an_instant<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        self.with_span(self.span.first(0), work)
    }

    /// Whether a loop that has made a pass may begin another one in this tick.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn may_repeat(&mut self) -> bool {
        self.passes = self.passes.saturating_sub(1);
        self.passes > 0
    }

    /// How many of these beats an `every` may make in this tick: one at least, if there is one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::cast_possible_truncation, reason = "there are no more beats than passes, which are 32 bits")]
    pub fn may_beat(&mut self, beats: u64) -> u32 {
        let beats = beats.min(u64::from(self.passes.max(1))) as u32;
        self.passes = self.passes.saturating_sub(beats);
        beats
    }

    /// Says whether the reactive node that is ticked next resumes its active child.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn resume_next(&mut self, resumes: bool) {
        self.resumes = resumes;
    }

    /// Whether this reactive node resumes its active child. The answer is for one node.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn resumes(&mut self) -> bool {
        mem::take(&mut self.resumes)
    }

    /// A kept cell of the tree that is being ticked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cell(&mut self, cell: usize) -> &mut Cell {
        &mut self.kept[self.base + cell]
    }

    /// Which of the children of a `round_robin` has the turn, when so many of them have failed since it started.
    #[inline]
    pub fn turn(&mut self, cell: usize, failed: u32, children: usize) -> usize {
        (self.cell(cell).get() as usize + failed as usize) % children
    }

    /// Keeps that the child behind the one that has the turn is the first one next time.
    #[inline]
    pub fn pass_turn(&mut self, cell: usize, failed: u32, children: usize) {
        let next = self.turn(cell, failed, children) + 1;
        self.cell(cell).set(if next == children { 0 } else { next as u32 });
    }

    /// A timer for what is left of a time since the moment that two cells keep; no time if they keep none.
    #[inline]
    pub fn since<B: Bytes>(&mut self, cell: usize, time: impl IntoDuration) -> TimerOf<B> {
        let now = self.span.now();
        match wide(self.cells(cell)) {
            0 => TimerOf::from_nanos(0),
            kept => TimerOf::from_nanos((kept - 1).saturating_add(time.nanos()).saturating_sub(now)),
        }
    }

    /// Forgets moments of this tree: those in these cells, and those of the trees at these nodes.
    pub fn forget(&mut self, facts: &Facts, cells: &[usize], nodes: &[usize]) {
        for &cell in cells {
            set_wide(self.cells(cell), 0);
        }
        for &node in nodes {
            let first = self.offsets[node];
            facts.below(node).forget(self.cells(first));
        }
    }

    /// A whole tree is no longer active.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ends<S: TreeState>(&mut self) {
        if const { S::FACTS.is_throttled() } {
            S::FACTS.forget(self.kept);
        }
    }

    /// Keeps in two cells that something stops now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stopped(&mut self, cell: usize) {
        let span = self.span;
        stopped(self.cells(cell), &span);
    }

    /// The kept cells from one on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cells(&mut self, first: usize) -> &mut [Cell] {
        &mut self.kept[self.base + first..]
    }
}
