//! The entry of every tick, abort and message: it sets up the inputs of a whole tree, and resets the tree after a
//! panic.

use core::convert::Infallible;
use core::mem;

use super::kept_cells::{Cell, Kept};
use super::step::Step;
use super::tick_inputs::TickInputs;
use crate::engine::observe::watch::Watch;
use crate::engine::tree_state::TreeState;
use crate::status::Status;
use crate::time::{Span, TickTime};

/// Ticks a tree for a span of time. A tree that has ended is idle.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tick<S: TreeState, W: Watch, E, const CELLS: usize>(
    state: &mut S,
    kept: &mut Kept<CELLS>,
    mut time: impl TickTime,
    watch: W,
    tick: impl FnOnce(&mut S, &mut TickInputs<'_, W>) -> Step<E>,
) -> Result<Status, E> {
    let (step, left) = unless_panic(state, kept, |state, kept| {
        let span = S::FACTS.begin(kept, time.given());
        let mut inputs = TickInputs::new(kept, S::OFFSETS, span, watch);
        let step = tick(state, &mut inputs);
        let left = inputs.span.nanos();
        if !step.is_running() {
            inputs.ends::<S>();
        }
        S::FACTS.end(kept, span);
        (step, left)
    });
    time.give_back(if step.is_running() { 0 } else { left });
    settle(step, state)
}

/// Aborts a tree or sends it a message. This takes no time; its moment is the end of the last tick.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn between_ticks<S: TreeState, W: Watch, const CELLS: usize>(
    state: &mut S,
    kept: &mut Kept<CELLS>,
    watch: W,
    work: impl FnOnce(&mut S, &mut TickInputs<'_, W>),
) {
    unless_panic(state, kept, |state, kept| {
        let span: Span = S::FACTS.instant(kept);
        work(state, &mut TickInputs::new(kept, S::OFFSETS, span, watch));
    });
}

/// Turns the step of a whole tree into its answer. A tree that has ended is idle.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn settle<S: TreeState, E>(step: Step<E>, state: &mut S) -> Result<Status, E> {
    if !step.is_running() {
        *state = S::IDLE;
    }
    step.status()
}

/// Calls `work` with a tree. If it panics, the tree is reset.
#[cfg_attr(not(debug_assertions), inline(always))]
fn unless_panic<S: TreeState, R, const CELLS: usize>(
    state: &mut S,
    kept: &mut Kept<CELLS>,
    work: impl FnOnce(&mut S, &mut [Cell]) -> R,
) -> R {
    struct Reset<'a, S: TreeState, const CELLS: usize>(&'a mut S, &'a mut Kept<CELLS>);

    impl<S: TreeState, const CELLS: usize> Drop for Reset<'_, S, CELLS> {
        fn drop(&mut self) {
            *self.1 = Kept::NEW;
            *self.0 = S::IDLE;
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
