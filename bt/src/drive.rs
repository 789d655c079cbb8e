//! What stands around a tick of a whole tree.

use core::mem;

use crate::answer::NoError;
use crate::kept::{Cell, Kept};
use crate::outline::Facts;
use crate::status::Status;
use crate::step::{Step, Stop, status};
use crate::time::{Span, Time};
use core::ops::ControlFlow;

/// The state of a tree.
pub trait State {
    /// Nothing is active.
    const IDLE: Self;
}

/// Ticks a tree for a time. When it has ended it is idle.
#[inline(always)]
pub fn tick<S: State, E, const CELLS: usize>(
    facts: Facts,
    state: &mut S,
    kept: &mut Kept<CELLS>,
    time: impl Time,
    tick: impl FnOnce(&mut S, &mut [Cell], &mut Span) -> Step<E>,
) -> Result<Status, E> {
    let step = unless_panic(state, kept, |state, kept| {
        let span = facts.begin(kept, time);
        let step = tick(state, kept, &mut { span });
        facts.end(kept, span);
        step
    });
    settle(step, state)
}

/// Works on a tree in no time, at the end of its last tick.
#[inline(always)]
pub fn instantly<S: State, const CELLS: usize>(
    facts: Facts,
    state: &mut S,
    kept: &mut Kept<CELLS>,
    work: impl FnOnce(&mut S, &mut [Cell], &mut Span),
) {
    unless_panic(state, kept, |state, kept| {
        let mut span = facts.instant(kept);
        work(state, kept, &mut span);
    });
}

/// Turns the step of a whole tree into its answer. When it has ended it is idle.
#[inline(always)]
pub fn settle<S: State, E>(step: Step<E>, state: &mut S) -> Result<Status, E> {
    if !matches!(step, ControlFlow::Break(Stop::Running)) {
        *state = S::IDLE;
    }
    status(step)
}

/// Works on a tree; if that panics, the tree forgets everything, as `reset` does.
#[inline(always)]
pub fn unless_panic<S: State, R, const CELLS: usize>(
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
