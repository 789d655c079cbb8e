//! The entry of every tick, abort and message: it sets up the inputs of a whole tree, and resets the tree after a
//! panic.

use core::convert::Infallible;
use core::mem::ManuallyDrop;

use super::kept_cells::KeptCells;
use super::step::Step;
use super::tick_inputs::TickInputs;
use crate::engine::observe::watch::Watch;
use crate::engine::tree_state::TreeState;
use crate::status::Status;

/// A tree in a tick, an abort or a message. If that panics, the tree is reset.
pub struct Entered<'a, S: TreeState, K: KeptCells> {
    pub state: &'a mut S,
    pub kept: &'a mut K,
}

impl<S: TreeState, K: KeptCells> Entered<'_, S, K> {
    /// Ended without a panic.
    #[inline(always)]
    pub fn leave(self) {
        let _ = ManuallyDrop::new(self);
    }
}

impl<S: TreeState, K: KeptCells> Drop for Entered<'_, S, K> {
    // Inlined, so that rustc puts it into the codegen unit of the tree.
    #[inline(always)]
    fn drop(&mut self) {
        self.kept.clear();
        self.state.end();
    }
}

/// Aborts a tree or sends it a message. This takes no time; its moment is the end of the last tick.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn between_ticks<S: TreeState, W: Watch, K: KeptCells>(
    state: &mut S,
    kept: &mut K,
    watch: W,
    work: impl FnOnce(&mut S, &mut TickInputs<'_, W>),
) {
    let entered = Entered { state, kept };
    let outline = entered.state.outline();
    let kept = entered.kept.cells();
    let span = outline.facts.instant(kept);
    work(entered.state, &mut TickInputs::new(kept, outline.offsets, span, watch));
    entered.leave();
}

/// Turns the step of a whole tree into its answer. A tree that has ended is idle.
#[inline(always)]
pub fn settle<S: TreeState, E>(step: Step<E>, state: &mut S) -> Result<Status, E> {
    if !step.is_running() {
        state.end();
    }
    step.status()
}

/// The answer of a tree that names no error type.
#[inline(always)]
pub fn without_error<T>(answer: Result<T, Infallible>) -> T {
    match answer {
        Ok(answer) => answer,
        Err(never) => match never {},
    }
}
