//! `TickInputs`: what a tick passes from node to node.

use core::mem;

use super::as_status::AsStatus;
use super::kept_cells::{Cell, set_wide, stopped, wide};
use super::lent::{Nested, Shared};
use super::timer::{Bytes, TimerOf};
use crate::can::Can;
#[cfg(feature = "live")]
use crate::engine::observe::observed::Observed;
use crate::engine::observe::watch::Watch;
#[cfg(feature = "live")]
use crate::engine::outline::Outline;
use crate::engine::tree_state::{TreeState, outline_of};
#[cfg(feature = "live")]
use crate::observe::TreeObserver;
use crate::outline::facts::Facts;
use crate::status::{Outcome, Status};
use crate::time::{IntoDuration, Span};

/// What a tick passes from node to node, in addition to the state and the context.
///
/// The context is a separate argument: if each leaf read it from here, that alone would take a third of LLVM's time.
pub struct TickInputs<'a, W> {
    /// The kept cells of the whole tree.
    pub kept: &'a mut [Cell],
    /// The first of them that belongs to the current tree.
    pub base: usize,
    /// The first cell of each of its nodes, counted from there.
    offsets: &'static [usize],
    /// The time that is left.
    pub span: Span,
    /// How many passes of loops and calls of `every` are left in this tick.
    passes: u32,
    /// Whether the next reactive node resumes its active child, since the key of the `observe` above it has not
    /// changed.
    resumes: bool,
    /// What the tick reports its events to.
    pub watch: W,
}

/// How many passes all loops of a tree make in one tick, including the calls of its `every` nodes. This guarantees that
/// each tick ends.
const MOST_PASSES: u32 = 10_000;

impl<'a, W: Watch> TickInputs<'a, W> {
    /// The inputs of a tree whose nodes have their cells at these offsets.
    #[inline(always)]
    pub fn new(kept: &'a mut [Cell], offsets: &'static [usize], span: Span, mut watch: W) -> Self {
        if W::OBSERVED {
            watch.begin(span);
        }
        TickInputs { kept, base: 0, offsets, span, passes: MOST_PASSES, resumes: false, watch }
    }

    /// The inputs of a boxed tree, with what it shares with the tree around it.
    pub fn nested(kept: &'a mut [Cell], offsets: &'static [usize], shared: &Shared<'_>, watch: W) -> Self {
        TickInputs { kept, base: 0, offsets, span: *shared.span, passes: *shared.passes, resumes: false, watch }
    }

    /// Lends the boxed tree at this node the span and the loop budget that it shares with the outer tree.
    pub fn lend<R>(&mut self, node: usize, work: impl FnOnce(Nested<'_>) -> R) -> R {
        let TickInputs { span, passes, watch, .. } = self;
        watch.lend(node, Shared { span, passes }, work)
    }

    /// Calls `work` with inputs of one type for all observers, and for none.
    #[cfg(feature = "live")]
    pub fn erased<R>(
        &mut self,
        outline: Outline,
        work: impl for<'o> FnOnce(&mut TickInputs<'_, Observed<'o, dyn TreeObserver + 'o>>) -> R,
    ) -> R {
        let TickInputs { kept, base, offsets, span, passes, resumes, watch } = self;
        watch.erased(outline, |watch| {
            let (base, kept) = (*base, &mut **kept);
            let mut inputs = TickInputs { kept, base, offsets, span: *span, passes: *passes, resumes: *resumes, watch };
            let done = work(&mut inputs);
            (*span, *passes, *resumes) = (inputs.span, inputs.passes, inputs.resumes);
            done
        })
    }

    /// Calls `work` with inputs without a watch. They are for a tick without an observer.
    #[cfg(feature = "live")]
    #[inline]
    pub fn plain<R>(&mut self, work: impl FnOnce(&mut TickInputs<'_, ()>) -> R) -> R {
        let TickInputs { kept, base, offsets, span, passes, resumes, .. } = self;
        let (base, kept) = (*base, &mut **kept);
        let mut inputs = TickInputs { kept, base, offsets, span: *span, passes: *passes, resumes: *resumes, watch: () };
        let done = work(&mut inputs);
        (*span, *passes, *resumes) = (inputs.span, inputs.passes, inputs.resumes);
        done
    }

    /// Gives back what it has left.
    pub fn give_back(self, shared: Shared<'_>) {
        (*shared.span, *shared.passes) = (self.span, self.passes);
    }

    /// Calls `work` for the subtree at a node.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn inside_tree<S: TreeState, R>(&mut self, node: usize, work: impl FnOnce(&mut Self) -> R) -> R {
        let enter = |watch: &mut W| watch.enter(node, outline_of::<S>());
        self.viewing(enter, |inputs| inputs.with_cells_of(node, S::OFFSETS, work))
    }

    /// Calls `work` for the subtree at a node, which has this outline.
    #[cfg(feature = "live")]
    pub fn inside_outline<R>(&mut self, node: usize, outline: Outline, work: impl FnOnce(&mut Self) -> R) -> R {
        let enter = |watch: &mut W| watch.enter(node, outline);
        self.viewing(enter, |inputs| inputs.with_cells_of(node, outline.offsets, work))
    }

    /// Calls `work` for the variant of an enum at a node, whose events are not reported.
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

    /// A node aborts its active children, and continues.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn gives_up(&mut self, node: usize, abort: impl FnOnce(&mut Self)) {
        self.apart(|inputs| inputs.viewing(|watch| watch.set_aborting(node), abort));
    }

    /// Calls `work` with a copy. If that is a function call, only the copy must be in memory, and the rest of the tick
    /// keeps the inputs in registers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn apart<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let Some(watch) = W::again() else { return work(self) };
        let kept = mem::take(&mut self.kept);
        let mut copy = TickInputs { kept, watch, ..*self };
        let done = work(&mut copy);
        *self = copy;
        done
    }

    /// Aborts a node: first its active children, then the node itself.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn aborts(&mut self, node: usize, abort: impl FnOnce(&mut Self)) {
        self.viewing(|watch| watch.set_aborting(node), abort);
        self.aborted(node);
    }

    /// Calls `work` with another view of the observer, then restores the view.
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

    /// What an observer answers instead of a leaf, if it does. Answers that the leaf cannot give are ignored.
    #[inline(always)]
    pub fn mock<T: AsStatus>(&mut self, node: usize, can: Can) -> Option<T> {
        if W::OBSERVED {
            return self.watch.mock(node, self.span).filter(|status| can.has(*status)).and_then(T::mocked);
        }
        None
    }

    /// What an observer answers instead of a leaf whose value is used: success stores a value.
    #[inline(always)]
    pub fn mock_value<S: AsStatus, T: 'static>(&mut self, node: usize, can: Can, value: &mut Option<T>) -> Option<S> {
        if W::OBSERVED {
            let status = self.watch.mock_value(node, value, self.span).filter(|status| can.has(*status))?;
            return if status == Status::Success && value.is_none() { None } else { S::mocked(status) };
        }
        None
    }

    /// What an observer answers instead of a node with children, if it does: then the node starts and ends at once.
    /// That the node is running is not an answer, since nothing is active in it.
    pub fn mock_node(&mut self, node: usize) -> Option<bool> {
        let status = self.watch.mock_node(node, self.span)?;
        self.mocked(node, status)
    }

    /// What an observer answers instead of a leaf whose value has a type that is known at run time: success stores it
    /// in the `Option` of that type.
    #[cfg(feature = "live")]
    pub fn mock_any_value(&mut self, node: usize, can: Can, value: &mut dyn core::any::Any) -> Option<Status> {
        self.watch.mock_value(node, value, self.span).filter(|status| can.has(*status))
    }

    /// What an observer answers instead of a node with children, which has started and ended if there is an answer.
    /// `has_value` says whether the answer has stored a value.
    #[cfg(feature = "live")]
    pub fn mock_any_value_of_node(
        &mut self,
        node: usize,
        value: &mut dyn core::any::Any,
        has_value: impl FnOnce(&mut dyn core::any::Any) -> bool,
    ) -> Option<bool> {
        let status = self.watch.mock_value_of_node(node, value, self.span)?;
        if status == Status::Success && !has_value(value) {
            return None;
        }
        self.mocked(node, status)
    }

    /// What an observer answers instead of a node with children whose value is used: success stores a value.
    pub fn mock_value_of_node<T: 'static>(&mut self, node: usize, value: &mut Option<T>) -> Option<bool> {
        let status = self.watch.mock_value_of_node(node, value, self.span)?;
        if status == Status::Success && value.is_none() {
            return None;
        }
        self.mocked(node, status)
    }

    /// Reports the start and the end of a node with this answer.
    fn mocked(&mut self, node: usize, status: Status) -> Option<bool> {
        let outcome = Outcome::try_from(status).ok()?;
        self.start(node);
        self.finish(node, outcome);
        Some(outcome.is_success())
    }

    /// A leaf has run. `None` means an error.
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

    /// Lends the remaining time to a hook, which can only shorten it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lend_span<R>(&mut self, hook: impl FnOnce(&mut Span) -> R) -> R {
        self.span.lend(hook)
    }

    /// A leaf has run, to which the remaining time was lent: it cannot return more than it was given.
    #[inline(always)]
    pub fn took(&mut self, node: usize, given: &Span) {
        if W::OBSERVED {
            let returned = self.span;
            self.span.limit(given);
            self.too_short(node, *given, returned);
        } else {
            self.span.limit(given);
        }
    }

    /// Calls `work` as if `span` were the remaining time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_span<R>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> R) -> R {
        let left = mem::replace(&mut self.span, span);
        let done = work(self);
        self.span = left;
        done
    }

    /// Calls `work` as if no time were left.
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

    /// How many of the due calls an `every` may make in this tick: at least one, if one is due.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::cast_possible_truncation, reason = "there are no more beats than passes, which are 32 bits")]
    pub fn may_beat(&mut self, beats: u64) -> u32 {
        let beats = beats.min(u64::from(self.passes.max(1))) as u32;
        self.passes = self.passes.saturating_sub(beats);
        beats
    }

    /// Sets whether the next reactive node resumes its active child.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn resume_next(&mut self, resumes: bool) {
        self.resumes = resumes;
    }

    /// Whether this reactive node resumes its active child. Resets the flag, which is for one node only.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn resumes(&mut self) -> bool {
        mem::take(&mut self.resumes)
    }

    /// A kept cell of the current tree.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cell(&mut self, cell: usize) -> &mut Cell {
        &mut self.kept[self.base + cell]
    }

    /// Which child of a `round_robin` goes first, counted from 1. A damaged save may have any number in the cell:
    /// numbers without a child mean the last one.
    #[inline]
    pub fn first_turn(&mut self, cell: usize) -> u32 {
        self.cell(cell).get().wrapping_add(1)
    }

    /// Stores that next time, the child after this one goes first.
    #[inline]
    pub fn pass_turn(&mut self, cell: usize, turn: u32, children: u32) {
        self.cell(cell).set(if turn >= children { 0 } else { turn });
    }

    /// A timer for the rest of a time since the moment in two cells; zero if they hold none.
    #[inline]
    pub fn since<B: Bytes>(&mut self, cell: usize, time: impl IntoDuration) -> TimerOf<B> {
        let now = self.span.now();
        match wide(self.cells(cell)) {
            0 => TimerOf::from_nanos(0),
            kept => TimerOf::from_nanos((kept - 1).saturating_add(time.nanos()).saturating_sub(now)),
        }
    }

    /// Clears moments of this tree: those in these cells, and those of the trees at these nodes.
    pub fn forget(&mut self, facts: &Facts, cells: &[usize], nodes: &[usize]) {
        for &cell in cells {
            set_wide(self.cells(cell), 0);
        }
        for &node in nodes {
            let first = self.offsets[node];
            facts.below(node).forget(self.cells(first));
        }
    }

    /// Stores in two cells that something stops now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stopped(&mut self, cell: usize) {
        let span = self.span;
        stopped(self.cells(cell), &span);
    }

    /// The kept cells from this one on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cells(&mut self, first: usize) -> &mut [Cell] {
        &mut self.kept[self.base + first..]
    }
}
