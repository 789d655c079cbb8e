//! What stands around a tick of a whole tree.

use core::mem;

use crate::answer::NoError;
use crate::inputs::Inputs;
use crate::kept::{Cell, Kept};
use crate::outline::Facts;
use crate::status::Status;
use crate::step::Step;
use crate::time::{Span, Time};
use crate::watch::Watch;

/// The state of a tree.
pub trait State {
    /// Nothing is active.
    const IDLE: Self;
    /// What is known of the tree.
    const FACTS: Facts;
    /// Where in what it keeps the cells of each node begin.
    const OFFSETS: &'static [usize];
    /// Where in the whole tree each node is.
    const POSITIONS: &'static [usize];
    /// How its own nodes hang together, as `Links` reads it.
    const LINKS: &'static [u8];
}

/// Ticks a tree for a time. When it has ended it is idle.
#[inline(always)]
pub fn tick<S: State, W: Watch, E, const CELLS: usize>(
    state: &mut S,
    kept: &mut Kept<CELLS>,
    time: impl Time,
    watch: W,
    tick: impl FnOnce(&mut S, &mut Inputs<'_, W>) -> Step<E>,
) -> Result<Status, E> {
    let step = unless_panic(state, kept, |state, kept| {
        let span = S::FACTS.begin(kept, time);
        let step = tick(state, &mut Inputs::new(kept, S::OFFSETS, span, watch));
        S::FACTS.end(kept, span);
        step
    });
    settle(step, state)
}

/// Works on a tree in no time, at the end of its last tick.
#[inline(always)]
pub fn instantly<S: State, W: Watch, const CELLS: usize>(
    state: &mut S,
    kept: &mut Kept<CELLS>,
    watch: W,
    work: impl FnOnce(&mut S, &mut Inputs<'_, W>),
) {
    unless_panic(state, kept, |state, kept| {
        let span: Span = S::FACTS.instant(kept);
        work(state, &mut Inputs::new(kept, S::OFFSETS, span, watch));
    });
}

/// Turns the step of a whole tree into its answer. When it has ended it is idle.
#[inline(always)]
pub fn settle<S: State, E>(step: Step<E>, state: &mut S) -> Result<Status, E> {
    if !step.is_running() {
        *state = S::IDLE;
    }
    step.status()
}

/// Works on a tree; if that panics, the tree forgets everything, as `reset` does.
#[inline(always)]
fn unless_panic<S: State, R, const CELLS: usize>(
    state: &mut S,
    kept: &mut Kept<CELLS>,
    work: impl FnOnce(&mut S, &mut [Cell]) -> R,
) -> R {
    struct Reset<'a, S: State, const CELLS: usize>(&'a mut S, &'a mut Kept<CELLS>);

    impl<S: State, const CELLS: usize> Drop for Reset<'_, S, CELLS> {
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
#[inline(always)]
pub fn without_error(answer: Result<Status, NoError>) -> Status {
    match answer {
        Ok(status) => status,
        Err(never) => match never {},
    }
}
