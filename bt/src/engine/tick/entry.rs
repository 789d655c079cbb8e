//! The entry of every tick, abort and message: it sets up the inputs of a whole tree, and resets the tree after a
//! panic.

use core::convert::Infallible;
use core::mem;

use super::kept_cells::{Cell, KeptCells};
use super::step::Step;
use super::tick_inputs::TickInputs;
use crate::engine::observe::watch::Watch;
use crate::engine::tree_state::TreeState;
use crate::status::Status;
use crate::time::{Span, TickTime};

/// Ticks a tree for a span of time. A tree that has ended is idle.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tick<S: TreeState, W: Watch, E, K: KeptCells>(
    state: &mut S,
    kept: &mut K,
    mut time: impl TickTime,
    watch: W,
    tick: impl FnOnce(&mut S, &mut TickInputs<'_, W>) -> Step<E>,
) -> Result<Status, E> {
    // All of it is in the closure: in a program with several ticks of a tree LLVM keeps the closure apart, and what it is
    // given from outside is no constant in there.
    unless_panic(state, kept, |state, kept| {
        let outline = state.outline();
        let span = outline.facts.begin(kept, time.given());
        let mut inputs = TickInputs::new(kept, outline.offsets, span, watch);
        let step = tick(state, &mut inputs);
        let left = inputs.span.nanos();
        if !step.is_running() {
            inputs.ends(outline);
        }
        outline.facts.end(kept, span);
        time.give_back(if step.is_running() { 0 } else { left });
        settle(step, state)
    })
}

/// Aborts a tree or sends it a message. This takes no time; its moment is the end of the last tick.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn between_ticks<S: TreeState, W: Watch, K: KeptCells>(
    state: &mut S,
    kept: &mut K,
    watch: W,
    work: impl FnOnce(&mut S, &mut TickInputs<'_, W>),
) {
    unless_panic(state, kept, |state, kept| {
        let outline = state.outline();
        let span: Span = outline.facts.instant(kept);
        work(state, &mut TickInputs::new(kept, outline.offsets, span, watch));
    });
}

/// Turns the step of a whole tree into its answer. A tree that has ended is idle.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn settle<S: TreeState, E>(step: Step<E>, state: &mut S) -> Result<Status, E> {
    if !step.is_running() {
        state.end();
    }
    step.status()
}

/// Calls `work` with a tree. If it panics, the tree is reset.
#[cfg_attr(not(debug_assertions), inline(always))]
fn unless_panic<S: TreeState, R, K: KeptCells>(
    state: &mut S,
    kept: &mut K,
    work: impl FnOnce(&mut S, &mut [Cell]) -> R,
) -> R {
    struct Reset<'a, S: TreeState, K: KeptCells>(&'a mut S, &'a mut K);

    impl<S: TreeState, K: KeptCells> Drop for Reset<'_, S, K> {
        fn drop(&mut self) {
            self.1.clear();
            self.0.end();
        }
    }

    let reset = Reset(state, kept);
    let done = work(reset.0, reset.1.cells());
    mem::forget(reset);
    done
}

/// The answer of a tree that names no error type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn without_error<T>(answer: Result<T, Infallible>) -> T {
    match answer {
        Ok(answer) => answer,
        Err(never) => match never {},
    }
}
