//! How a tick runs what is in a leaf's place: its `start`, `run` and `finish`, with a report of each to an observer.
//!
//! Without optimization, each function that is left out of line here is compiled for each type of a leaf, and called in
//! each tick of one. So the small ones are always inlined, and what only observers need is in functions of its own.

use core::any::type_name;

use super::leaf::answers::Cause;
use super::observe::watch::Watch;
use super::tick::step::Step;
use super::tick::tick_inputs::TickInputs;
use super::way::Way;
use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::can::Can;
use crate::status::{Outcome, Status};

/// The way in which a tree calls the hooks of `L`.
pub type WayOf<L, C> = <<L as Behavior<C>>::Answer as Answer>::Way;

/// The step of a tree after a tick of `L`.
pub type StepOf<L, C> = Step<Cause<<L as Behavior<C>>::Answer>>;

/// How the answer of a leaf is read, and what an observer may answer instead of it.
pub trait Read<A: Answer>: Sized {
    fn read(self, answer: A) -> Result<Status, A::Error>;

    /// What an observer answers, if it does: an answer with a value, or a status alone.
    fn mock<W: Watch>(&self, node: usize, can: Can, inputs: &mut TickInputs<'_, W>) -> Option<Result<A, Status>>;

    /// A message has ended the leaf `L` before the tick.
    ///
    /// # Panics
    ///
    /// If the value of a success is needed: a message has none.
    fn ended_before<L>(&self, success: bool);
}

/// Reads the status alone.
pub struct Plainly;

impl<A: Answer> Read<A> for Plainly {
    #[inline(always)]
    fn read(self, answer: A) -> Result<Status, A::Error> {
        answer.into_result()
    }

    #[inline(always)]
    fn mock<W: Watch>(&self, node: usize, can: Can, inputs: &mut TickInputs<'_, W>) -> Option<Result<A, Status>> {
        inputs.mock(node, can).map(Err)
    }

    #[inline(always)]
    fn ended_before<L>(&self, _: bool) {}
}

/// Reads the status, and stores the value by a function.
pub struct Keeping<K>(pub K);

impl<A: Answer<Value: 'static>, K: FnOnce(A) -> Result<Status, A::Error>> Read<A> for Keeping<K> {
    #[inline(always)]
    fn read(self, answer: A) -> Result<Status, A::Error> {
        (self.0)(answer)
    }

    #[inline(always)]
    fn mock<W: Watch>(&self, node: usize, can: Can, inputs: &mut TickInputs<'_, W>) -> Option<Result<A, Status>> {
        let mut value = None;
        let status = inputs.mock_value(node, can, &mut value)?;
        Some(value.filter(|_| status == Status::Success).map(A::of_value).ok_or(status))
    }

    #[inline(always)]
    fn ended_before<L>(&self, success: bool) {
        if success {
            has_no_value::<L>();
        }
    }
}

#[cold]
fn has_no_value<L>() -> ! {
    panic!(
        "the `receive` of `{}` returned `Success`, but the tree uses the value of this leaf, and only `run` returns \
         one",
        type_name::<L>()
    );
}

/// A message has ended the node before the tick: now its parents react.
#[inline(always)]
pub fn ended_before<E, W: Watch>(success: bool, node: usize, inputs: &mut TickInputs<'_, W>) -> Step<E> {
    if W::OBSERVED {
        inputs.finish_parents(node, success);
    }
    Step::ended(success)
}

/// Starts a node, if it is new, and runs it, with an observer.
pub fn run_observed<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, W: Watch>(
    leaf: &mut L,
    is_new: bool,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    read: impl Read<L::Answer>,
) -> StepOf<L, C> {
    let mut started = Ok(());
    if is_new {
        inputs.start(node);
        started = leaf.try_start(context);
    }
    let mut mocked = None;
    if started.is_ok() && WayOf::<L, C>::may_be_mocked(leaf) {
        mocked = reported_mock(read.mock(node, mocks::<L, C>(), inputs), is_new, node, inputs);
    }
    let is_mocked = mocked.is_some();
    let result = match (started, mocked) {
        (Err(error), _) => Err(error),
        (Ok(()), Some(Err(status))) => Ok(status),
        (Ok(()), Some(Ok(answer))) => read.read(answer),
        (Ok(()), None) => checked::<L, C>(read.read(WayOf::<L, C>::run(leaf, node, context, inputs))),
    };
    inputs.ran(node, result.as_ref().ok().copied());
    let step = step_of::<L::Answer>(result);
    if let Some(outcome) = step.outcome() {
        WayOf::<L, C>::finish(leaf, node, context, inputs, outcome);
        report_end(outcome, is_mocked, node, inputs);
    }
    step
}

/// Checks the answer of a handwritten leaf whose `CAN` leaves some out. Derived leaves check their own answers.
///
/// # Panics
///
/// If `CAN` leaves the answer out: trees have no code for it.
#[inline(always)]
pub fn checked<L: Behavior<C>, C: ?Sized>(
    result: Result<Status, <L::Answer as Answer>::Error>,
) -> Result<Status, <L::Answer as Answer>::Error> {
    if const { leaves_out::<L, C>() }
        && let Ok(status) = &result
    {
        check::<L, C>("run", *status);
    }
    result
}

/// Checks the answer of a `receive`, as `checked` does. `Running` is always allowed: the leaf continues.
#[inline(always)]
pub fn checked_reply<L: Behavior<C>, C: ?Sized>(status: Status) -> Status {
    if const { leaves_out::<L, C>() } && !status.is_running() {
        check::<L, C>("receive", status);
    }
    status
}

/// Whether this is a handwritten leaf whose `CAN` leaves out a status that its answer type has.
const fn leaves_out<L: Behavior<C>, C: ?Sized>() -> bool {
    L::Answer::BY_HAND && !L::CAN.includes(<L::Answer as Answer>::CAN)
}

#[inline(always)]
fn check<L: Behavior<C>, C: ?Sized>(hook: &str, status: Status) {
    if !L::CAN.has(status) {
        broken_promise::<L>(hook, status);
    }
}

#[cold]
fn broken_promise<L>(hook: &str, status: Status) -> ! {
    panic!("the `{hook}` of `{}` returned `{status:?}`, which its `CAN` leaves out", type_name::<L>());
}

/// Whether the only hook of a leaf is one call that may move its fields. Asked in a `const`, so that the code for other
/// leaves is not compiled, also without optimization.
pub const fn runs_once<L: Behavior<C>, C: ?Sized>() -> bool {
    L::RUNS_ONCE && !L::CAN.run
}

/// Runs a new leaf whose only hook is one call that may move its fields.
#[inline(always)]
pub fn run_once<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, W: Watch>(
    leaf: L,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    read: impl Read<L::Answer>,
) -> StepOf<L, C> {
    if W::OBSERVED {
        return run_once_observed(leaf, node, context, inputs, read);
    }
    let given = inputs.span;
    let answer = leaf.run_once(context, &mut inputs.span);
    inputs.took(node, &given);
    step_of::<L::Answer>(read.read(answer))
}

/// Runs a new leaf whose only hook is one call that may move its fields, with an observer.
fn run_once_observed<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, W: Watch>(
    leaf: L,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    read: impl Read<L::Answer>,
) -> StepOf<L, C> {
    inputs.start(node);
    let mocked = reported_mock(read.mock(node, mocks::<L, C>(), inputs), true, node, inputs);
    let is_mocked = mocked.is_some();
    let result = match mocked {
        Some(Err(status)) => Ok(status),
        Some(Ok(answer)) => read.read(answer),
        None => {
            let given = inputs.span;
            let answer = leaf.run_once(context, &mut inputs.span);
            inputs.took(node, &given);
            read.read(answer)
        }
    };
    inputs.ran(node, result.as_ref().ok().copied());
    let step = step_of::<L::Answer>(result);
    if let Some(outcome) = step.outcome() {
        report_end(outcome, is_mocked, node, inputs);
    }
    step
}

/// What a leaf has answered as a step.
#[inline(always)]
fn step_of<A: Answer>(result: Result<Status, A::Error>) -> Step<Cause<A>> {
    match result {
        Ok(status) => Step::of(status),
        Err(error) => Step::Error(Cause(error)),
    }
}

/// What an observer may answer instead of a leaf.
const fn mocks<L: Behavior<C>, C: ?Sized>() -> Can {
    const { Can { run: L::CAN.run, ..Can::ANYTHING } }
}

/// The answer of an observer, if it has one. A subtree that it answers for reports its start here, once.
fn reported_mock<A, W: Watch>(
    mocked: Option<A>,
    is_new: bool,
    node: usize,
    inputs: &mut TickInputs<'_, W>,
) -> Option<A> {
    match mocked {
        Some(_) if is_new => inputs.watch.start_mocked(node, inputs.span),
        None if !is_new => inputs.watch.resume_mocked(node),
        _ => {}
    }
    mocked
}

/// Reports the end of a node.
fn report_end<W: Watch>(outcome: Outcome, is_mocked: bool, node: usize, inputs: &mut TickInputs<'_, W>) {
    if is_mocked {
        inputs.watch.finish_mocked(node, outcome, inputs.span);
    }
    inputs.finish(node, outcome);
}
