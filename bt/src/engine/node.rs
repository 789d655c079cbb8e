//! `Node`: what is in a leaf's place, as the tree around it calls it.

use core::any::Any;
use core::mem::needs_drop;
use core::time::Duration;

use super::claims::Known;
use super::leaf::answers::Cause;
use super::leaf::bare::Bare;
use super::observe::watch::Watch;
use super::run::{Keeping, Plainly, Read, WayOf, checked, ended_before, run_observed, run_once, runs_once};
use super::tick::slot::Slot;
use super::tick::step::{Step, Ticked};
use super::tick::tick_inputs::TickInputs;
use super::visit::Visit;
use super::way::Way;
use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::status::{Outcome, Status};
use crate::time::Span;

/// What is in a leaf's place: a leaf, a subtree, or an enum of behaviors. Every [`Behavior`] is one.
///
/// A leaf only has hooks. A subtree also needs the kept cells and the observer of the tree around it, and an enum
/// passes them to its variant. The type of the answer says which of the three it is: see `Way`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a behavior for the context `{C}`",
    label = "not a behavior for `{C}`",
    note = "a leaf is a type with `#[derive(Behavior)]` and `#[behavior(context = ...)]`, or one that implements \
            `Behavior` by hand; decorators and composites have their children in angle brackets"
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

    /// Ticks a node whose value is used: `keep` stores it.
    fn tick_for_value<P: Slot<Self>, W: Watch>(
        slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        keep: impl FnOnce(Self::Answer) -> Result<Status, <Self::Answer as Answer>::Error>,
    ) -> Ticked<P, Cause<Self::Answer>>
    where
        <Self::Answer as Answer>::Value: 'static;

    /// Ticks the node in a slot, and starts it if it is new.
    fn run_in<P: Slot<Self>, W: Watch>(
        slot: &mut P,
        is_new: bool,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        read: impl Read<Self::Answer>,
    ) -> Step<Cause<Self::Answer>>;

    /// Starts a node that is constructed from its name alone, and ticks it.
    fn begin<P: Slot<Self>, W: Watch>(
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<Self::Answer>>
    where
        Self: Bare;

    /// Starts a node, and ticks it.
    fn begin_with<P: Slot<Self>, W: Watch>(
        self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<Self::Answer>>;

    /// Starts a node that is constructed from its name alone, unless it is a unit that is running, and ticks it. So one
    /// piece of code begins and resumes it.
    fn begin_or_resume<P: Slot<Self>, W: Watch>(
        is_running: bool,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<Self::Answer>>
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
        if V::ABORTS {
            return Self::abort_in(slot, node, context, inputs);
        }
        let (Some(message), Ok(leaf)) = (visit.message(), slot.__slot_unless_ended()) else { return };
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
        let outcome = Outcome::try_from(status).ok()?;
        self.finish_at(node, context, inputs, outcome);
        if W::OBSERVED {
            inputs.finish_alone(node, outcome);
        }
        Some(outcome.is_success())
    }
}

impl<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized> Node<C> for L {
    type Answer = L::Answer;

    const KNOWN: Known = Known { can: L::CAN, timed: L::TAKES_TIME, must_hear: L::MUST_HEAR };

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
        tick(slot, node, context, inputs, Plainly)
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
        tick(slot, node, context, inputs, Keeping(keep))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run_in<P: Slot<L>, W: Watch>(
        slot: &mut P,
        is_new: bool,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        read: impl Read<L::Answer>,
    ) -> Step<Cause<L::Answer>> {
        if P::MAY_END
            && let Err(success) = slot.__slot_unless_ended()
        {
            read.ended_before::<L>(success);
            return ended_before(success, node, inputs);
        }
        let leaf = slot.__slot_leaf();
        if W::OBSERVED {
            return run_observed(leaf, is_new, node, context, inputs, read);
        }
        let started = if is_new { leaf.try_start(context) } else { Ok(()) };
        let result = match started {
            // This is the only call, so it is inlined into its tree.
            Ok(()) => checked::<L, C>(read.read(WayOf::<L, C>::run(leaf, node, context, inputs))),
            Err(error) => Err(error),
        };
        let (step, outcome) = match result {
            Ok(Status::Running) => return Step::Running,
            Ok(Status::Success) => (Step::Success, Outcome::Success),
            Ok(Status::Failure) => (Step::Failure, Outcome::Failure),
            Err(error) => (Step::Error(Cause(error)), Outcome::Aborted),
        };
        WayOf::<L, C>::finish(leaf, node, context, inputs, outcome);
        step
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<P: Slot<L>, W: Watch>(
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<L::Answer>>
    where
        L: Bare,
    {
        begin(L::bare(), true, node, context, inputs, Plainly)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_with<P: Slot<L>, W: Watch>(
        self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<L::Answer>> {
        begin(self, true, node, context, inputs, Plainly)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_or_resume<P: Slot<L>, W: Watch>(
        is_running: bool,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<L::Answer>>
    where
        L: Bare,
    {
        if const { !<L as Node<C>>::IS_UNIT } {
            // `tick` rather than `begin`: then LLVM checks only once, not twice, which child of a reactive node is
            // active.
            return tick(Err(L::bare()), node, context, inputs, Plainly);
        }
        let is_new = !is_running;
        let leaf = match L::UNIT {
            Some(unit) if !is_new => unit(),
            _ => L::bare(),
        };
        begin(leaf, is_new, node, context, inputs, Plainly)
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
                WayOf::<L, C>::finish(leaf, node, context, inputs, Outcome::Aborted);
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

/// Ticks the node in a slot, or a new one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tick<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, P: Slot<L>, W: Watch>(
    mut slot: Result<&mut P, L>,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    read: impl Read<L::Answer>,
) -> Ticked<P, Cause<L::Answer>> {
    let is_new = slot.is_err();
    let leaf = match &mut slot {
        Ok(slot) => match P::__slot_unless_ended(slot) {
            Ok(leaf) => leaf,
            Err(success) => {
                read.ended_before::<L>(success);
                return Ticked::Passes(ended_before(success, node, inputs));
            }
        },
        Err(_) if const { runs_once::<L, C>() } => {
            let Err(leaf) = slot else { unreachable!("this is the arm of a new leaf") };
            return Ticked::Passes(run_once(leaf, node, context, inputs, read));
        }
        Err(leaf) => leaf,
    };
    match L::run_in(leaf, is_new, node, context, inputs, read) {
        Step::Running => match slot {
            Ok(_) => Ticked::Passes(Step::Running),
            Err(leaf) => Ticked::Rests(P::__slot_with(leaf)),
        },
        step => Ticked::Passes(step),
    }
}

/// Ticks a node that is not in its slot: a new one, or a unit that runs.
#[inline(always)]
fn begin<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, P: Slot<L>, W: Watch>(
    mut leaf: L,
    is_new: bool,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    read: impl Read<L::Answer>,
) -> Ticked<P, Cause<L::Answer>> {
    if const { runs_once::<L, C>() } {
        return Ticked::Passes(run_once(leaf, node, context, inputs, read));
    }
    match L::run_in(&mut leaf, is_new, node, context, inputs, read) {
        Step::Running => Ticked::Rests(P::__slot_with(leaf)),
        step => Ticked::Passes(step),
    }
}
