//! `Node`: what is in a leaf's place, as the tree around it calls it.

use core::any::Any;
use core::mem::needs_drop;
use core::time::Duration;

use super::claims::Known;
use super::leaf::answers::Cause;
use super::leaf::bare::Bare;
use super::observe::watch::Watch;
use super::tick::slot::Slot;
use super::tick::step::{Step, Ticked};
use super::tick::tick_inputs::TickInputs;
use super::visit::Visit;
use super::way::Way;
use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::can::Can;
use crate::status::{Outcome, Status};
use crate::time::Span;

/// What is in a leaf's place: a leaf, a subtree, or an enum of behaviors. Every [`Behavior`] is one.
///
/// A leaf only has hooks. A subtree also needs the kept cells and the observer of the tree around it, and an enum
/// passes them to its variant. The type of the answer says which of the three it is: see `Way`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a behavior for the context `{C}`",
    label = "not a behavior for `{C}`",
    note = "a leaf is a type with `#[derive(Behavior)]` and `#[behavior(context = ...)]`, or one that implements `Behavior` by hand; decorators and composites have their children in angle brackets"
)]
pub trait Node<C: ?Sized>: Sized {
    /// What it answers.
    type Answer: Answer;

    /// What is known of it.
    const KNOWN: Known;

    /// Whether it can be running, and holds no data: then one that is resumed is like a new one after its `start`.
    const IS_UNIT: bool;

    /// Calls its `start`, outside of a tree.
    fn hook_start(&mut self, context: &mut C) -> Result<(), Cause<Self::Answer>>;

    /// Calls its `run_for`, outside of a tree.
    fn hook_run_for(&mut self, context: &mut C, span: &mut Span) -> Self::Answer;

    /// Calls its `finish`, outside of a tree.
    fn hook_finish(&mut self, context: &mut C, outcome: Outcome);

    /// Calls its `sleep`.
    fn hook_sleep(&self) -> Option<Duration>;

    /// Runs it at a node of the tree around it.
    fn run_at<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> Self::Answer;

    /// Finishes it at a node of the tree around it.
    fn finish_at<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, outcome: Outcome);

    /// Takes a message that reaches it through a tree whose header names no message type.
    fn relay<M: Any, W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;

    /// Ticks the node in a slot, or starts a new one and ticks it. When it ends, `finish` is called at once.
    fn tick_in<P: Slot<Self>, W: Watch>(
        slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<Self::Answer>>;

    /// The same, if its value is used: `keep` stores it.
    fn tick_for_value<P: Slot<Self>, W: Watch>(
        slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        keep: impl FnOnce(Self::Answer) -> Result<Status, <Self::Answer as Answer>::Error>,
    ) -> Ticked<P, Cause<Self::Answer>>
    where
        <Self::Answer as Answer>::Value: 'static;

    /// Resumes the node in a slot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resume<P: Slot<Self>, W: Watch>(
        slot: &mut P,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Step<Cause<Self::Answer>> {
        Self::tick_in(Ok(slot), node, context, inputs).step(|_| {})
    }

    /// Starts a node that is constructed from its name alone, and ticks it. If it is still running, the state becomes
    /// its place.
    fn begin<P: Slot<Self>, W: Watch, S>(
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Step<Cause<Self::Answer>>
    where
        Self: Bare;

    /// The same for a node that `make` constructs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_with<P: Slot<Self>, W: Watch, S>(
        make: impl FnOnce(&mut C) -> Self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Step<Cause<Self::Answer>> {
        Self::tick_in(Err(make(context)), node, context, inputs).step(|slot| *state = place(slot))
    }

    /// The same for a node that may be in its place already, if it is a unit: then one piece of code begins and resumes
    /// it. Any other node is new.
    fn begin_or_resume<P: Slot<Self>, W: Watch, S>(
        waits: impl FnOnce(&S) -> bool,
        clear: impl Fn(&mut S),
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Step<Cause<Self::Answer>>
    where
        Self: Bare;

    /// How long ticks can be skipped for the node in a slot.
    fn sleep_in(slot: &impl Slot<Self>) -> Option<Duration>;

    /// Visits the node in a slot.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<V: Visit, W: Watch>(
        slot: &mut impl Slot<Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        visit: &V,
    ) {
        let Some(message) = visit.message() else { return Self::abort_in(slot, node, context, inputs) };
        let Ok(leaf) = slot.__slot_unless_ended() else { return };
        let status = leaf.relay(node, context, inputs, message);
        if let Some(success) = leaf.after_message(status, node, context, inputs) {
            slot.__slot_ended(success);
        }
    }

    /// Aborts the node in a slot.
    fn abort_in<W: Watch>(slot: &mut impl Slot<Self>, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>);

    /// Calls `finish` if a message has ended it with this status. Returns `Some(success)` if it has ended.
    #[inline(always)]
    fn after_message<W: Watch>(
        &mut self,
        status: Status,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Option<bool> {
        let (success, outcome) = match status {
            Status::Running => return None,
            Status::Success => (true, Outcome::Success),
            Status::Failure => (false, Outcome::Failure),
        };
        self.finish_at(node, context, inputs, outcome);
        if W::OBSERVED {
            inputs.finish_alone(node, outcome);
        }
        Some(success)
    }
}

impl<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized> Node<C> for L {
    type Answer = L::Answer;

    const KNOWN: Known = Known { can: L::CAN, timed: L::TAKES_TIME, hears_borrowed: L::HEARS_BORROWED };

    const IS_UNIT: bool = L::CAN.run && L::UNIT.is_some() && !needs_drop::<L>() && !L::CAN.end_by_message;

    #[inline]
    fn hook_start(&mut self, context: &mut C) -> Result<(), Cause<L::Answer>> {
        self.try_start(context).map_err(Cause)
    }

    #[inline]
    fn hook_run_for(&mut self, context: &mut C, span: &mut Span) -> L::Answer {
        self.run_for(context, span)
    }

    #[inline]
    fn hook_finish(&mut self, context: &mut C, outcome: Outcome) {
        self.finish(context, outcome);
    }

    #[inline]
    fn hook_sleep(&self) -> Option<Duration> {
        self.sleep()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_at<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer {
        WayOf::<L, C>::run(self, node, context, inputs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish_at<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, outcome: Outcome) {
        WayOf::<L, C>::finish(self, node, context, inputs, outcome);
    }

    #[inline(always)]
    fn relay<M: Any, W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        WayOf::<L, C>::relay(self, node, context, inputs, message)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tick_in<P: Slot<L>, W: Watch>(
        slot: Result<&mut P, L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<L::Answer>> {
        let is_new = slot.is_err();
        tick_in(slot, is_new, node, context, inputs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tick_for_value<P: Slot<L>, W: Watch>(
        slot: Result<&mut P, L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        keep: impl FnOnce(L::Answer) -> Result<Status, <L::Answer as Answer>::Error>,
    ) -> Ticked<P, Cause<L::Answer>>
    where
        <L::Answer as Answer>::Value: 'static,
    {
        let mocks = const { Can { run: L::CAN.run, ..Can::ANYTHING } };
        let mock = |inputs: &mut TickInputs<'_, W>| {
            let mut value = None;
            let status = inputs.mock_value(node, mocks, &mut value)?;
            Some(value.filter(|_| status == Status::Success).map(L::Answer::of_value).ok_or(status))
        };
        match slot {
            Err(leaf) if runs_once::<L, C>() => tick_once(leaf, node, context, inputs, mock, keep),
            slot => {
                let is_new = slot.is_err();
                tick(slot, is_new, node, context, inputs, mock, keep)
            }
        }
    }

    #[inline]
    fn begin<P: Slot<L>, W: Watch, S>(
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Step<Cause<L::Answer>>
    where
        L: Bare,
    {
        Self::tick_in(Err(L::bare()), node, context, inputs).step(|slot| *state = place(slot))
    }

    #[inline]
    fn begin_or_resume<P: Slot<L>, W: Watch, S>(
        waits: impl FnOnce(&S) -> bool,
        clear: impl Fn(&mut S),
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Step<Cause<L::Answer>>
    where
        L: Bare,
    {
        if !Self::IS_UNIT {
            return <L as Node<C>>::begin(node, context, inputs, state, place);
        }
        let is_new = !waits(state);
        let leaf = match L::UNIT {
            Some(unit) if !is_new => unit(),
            _ => L::bare(),
        };
        let step = tick_in(Err(leaf), is_new, node, context, inputs).step(|slot| *state = place(slot));
        step.inspect_end(|| clear(state))
    }

    #[inline]
    fn sleep_in(slot: &impl Slot<L>) -> Option<Duration> {
        slot.__slot_ref()?.sleep()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn abort_in<W: Watch>(slot: &mut impl Slot<L>, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) {
        match slot.__slot_unless_ended() {
            Ok(leaf) => {
                let mocked = W::OBSERVED && WayOf::<L, C>::may_be_mocked(leaf);
                leaf.finish_at(node, context, inputs, Outcome::Aborted);
                if W::OBSERVED {
                    if mocked {
                        inputs.watch.finish_mocked(node, Outcome::Aborted, inputs.span);
                    }
                    inputs.aborted(node);
                }
            }
            Err(_) if W::OBSERVED => inputs.abort_parents(node),
            Err(_) => {}
        }
    }
}

/// Ticks the node in a slot, or one that is put into its slot afterwards.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tick_in<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, P: Slot<L>, W: Watch>(
    slot: Result<&mut P, L>,
    is_new: bool,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
) -> Ticked<P, Cause<L::Answer>> {
    let mocks = const { Can { run: L::CAN.run, ..Can::ANYTHING } };
    let mock = |inputs: &mut TickInputs<'_, W>| inputs.mock(node, mocks).map(Err);
    match slot {
        Err(leaf) if runs_once::<L, C>() => tick_once(leaf, node, context, inputs, mock, Answer::into_result),
        slot => tick(slot, is_new, node, context, inputs, mock, Answer::into_result),
    }
}

/// Ticks the node in a slot, or a new one; `status` reads its answer. `mock` asks an observer for an answer instead: one
/// with a value, or a status alone.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tick<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, P: Slot<L>, W: Watch>(
    mut slot: Result<&mut P, L>,
    is_new: bool,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    mock: impl FnOnce(&mut TickInputs<'_, W>) -> Option<Result<L::Answer, Status>>,
    status: impl FnOnce(L::Answer) -> Result<Status, <L::Answer as Answer>::Error>,
) -> Ticked<P, Cause<L::Answer>> {
    let mut started = Ok(());
    let leaf = match &mut slot {
        Ok(slot) => match P::__slot_unless_ended(slot) {
            Ok(leaf) => leaf,
            Err(success) => {
                if W::OBSERVED {
                    inputs.finish_parents(node, success);
                }
                return if success { Ticked::Success } else { Ticked::Failure };
            }
        },
        Err(leaf) => {
            if W::OBSERVED && is_new {
                inputs.start(node);
            }
            if is_new {
                started = leaf.try_start(context);
            }
            leaf
        }
    };
    let mut mocked = None;
    if W::OBSERVED && started.is_ok() && WayOf::<L, C>::may_be_mocked(leaf) {
        mocked = reported_mock(mock(inputs), is_new, node, inputs);
    }
    let is_mocked = mocked.is_some();
    // This is the only call, so it is inlined into its tree.
    let result = match (started, mocked) {
        (Err(error), _) => Err(error),
        (Ok(()), Some(Err(mocked))) => Ok(mocked),
        (Ok(()), Some(Ok(answer))) => status(answer),
        (Ok(()), None) => status(WayOf::<L, C>::run(leaf, node, context, inputs)),
    };
    if W::OBSERVED {
        inputs.ran(node, result.as_ref().ok().copied());
    }
    let (ticked, outcome) = match result {
        Ok(Status::Running) => {
            return match slot {
                Ok(_) => Ticked::Running,
                Err(leaf) => Ticked::Rests(P::__slot_with(leaf)),
            };
        }
        Ok(Status::Success) => (Ticked::Success, Outcome::Success),
        Ok(Status::Failure) => (Ticked::Failure, Outcome::Failure),
        Err(error) => (Ticked::Error(Cause(error)), Outcome::Aborted),
    };
    WayOf::<L, C>::finish(leaf, node, context, inputs, outcome);
    if W::OBSERVED {
        if is_mocked {
            inputs.watch.finish_mocked(node, outcome, inputs.span);
        }
        inputs.finish(node, outcome);
    }
    ticked
}

/// Whether the only hook of a leaf is one call that may move its fields.
#[inline(always)]
const fn runs_once<L: Behavior<C>, C: ?Sized>() -> bool {
    L::RUNS_ONCE && !L::CAN.run
}

/// The same for a new leaf whose only hook is one call that may move its fields.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tick_once<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, P: Slot<L>, W: Watch>(
    leaf: L,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    mock: impl FnOnce(&mut TickInputs<'_, W>) -> Option<Result<L::Answer, Status>>,
    status: impl FnOnce(L::Answer) -> Result<Status, <L::Answer as Answer>::Error>,
) -> Ticked<P, Cause<L::Answer>> {
    let mut mocked = None;
    if W::OBSERVED {
        inputs.start(node);
        mocked = reported_mock(mock(inputs), true, node, inputs);
    }
    let is_mocked = mocked.is_some();
    let result = match mocked {
        Some(Err(mocked)) => Ok(mocked),
        Some(Ok(answer)) => status(answer),
        None => status(inputs.lend_to_leaf(node, |span| leaf.run_once(context, span))),
    };
    if W::OBSERVED {
        inputs.ran(node, result.as_ref().ok().copied());
    }
    let (ticked, outcome) = match result {
        Ok(Status::Success) => (Ticked::Success, Outcome::Success),
        Ok(Status::Failure) => (Ticked::Failure, Outcome::Failure),
        Ok(Status::Running) => unreachable!("the type of its answer has no such value"),
        Err(error) => (Ticked::Error(Cause(error)), Outcome::Aborted),
    };
    if W::OBSERVED {
        if is_mocked {
            inputs.watch.finish_mocked(node, outcome, inputs.span);
        }
        inputs.finish(node, outcome);
    }
    ticked
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

/// The way in which a tree calls the hooks of `L`.
type WayOf<L, C> = <<L as Behavior<C>>::Answer as Answer>::Way;
