//! `Node`: what is in a leaf's place, as the tree around it ticks it.

use core::any::Any;
use core::convert::Infallible;
use core::time::Duration;

use super::leaf::answers::Cause;
use super::leaf::bare::Bare;
use super::leaf::ways::{Alone, Choice, HearsAnywhere, HearsByName, Subtree};
use super::machine::{AbortAt, HasMachine, OverhearAt, TickAt, TreeAnswer};
use super::observe::watch::Watch;
use super::tick::slot::Slot;
use super::tick::step::Ticked;
use super::tick::tick_inputs::TickInputs;
use super::visit::Visit;
use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::can::Can;
use crate::message::Receive;
use crate::status::{Outcome, Status};
use crate::time::Span;

/// What is in a leaf's place: a leaf, a subtree, or an enum of behaviors. Every [`Behavior`] is one.
///
/// This is how a tree calls it. A leaf has hooks alone, but a subtree also needs the kept cells and the observer of the tree
/// around it, and an enum hands them to its variant. The answer says which of them it is: see [`Way`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a behavior for the context `{C}`",
    label = "not a behavior for `{C}`",
    note = "a leaf is a type with `#[derive(Behavior)]` and `#[behavior(context = ...)]`, or one that implements `Behavior` by hand"
)]
pub trait Node<C: ?Sized>: Sized {
    /// What it answers.
    type Answer: Answer;

    /// What it can answer.
    const ANSWERS: Can;

    /// Whether it takes time.
    const TIMED: bool;

    /// Calls its `start`.
    fn hook_start(&mut self, context: &mut C);

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

    /// Takes a message that reaches it through a tree whose header names no type of messages.
    fn overhear<M: Any, W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;

    /// Ticks the one in a slot, or a new one, which is started. When it ends, `finish` is called at once.
    fn tick_in<P: Slot<Self>, W: Watch>(
        slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<Self::Answer>>;

    /// The same where its value is asked for: `keep` keeps it.
    fn tick_for_value<P: Slot<Self>, W: Watch>(
        slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        keep: impl FnOnce(Self::Answer) -> Result<Status, <Self::Answer as Answer>::Error>,
    ) -> Ticked<P, Cause<Self::Answer>>;

    /// Begins one that is made from its name alone. If it is running after that, the state becomes its place.
    fn begin<P: Slot<Self>, W: Watch, S>(
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Ticked<Infallible, Cause<Self::Answer>>
    where
        Self: Bare;

    /// The same for one that `make` makes.
    fn begin_with<P: Slot<Self>, W: Watch, S>(
        make: impl FnOnce(&mut C) -> Self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Ticked<Infallible, Cause<Self::Answer>>;

    /// How long ticks may be left out, as the one in a slot says.
    fn asleep(slot: &impl Slot<Self>) -> Option<Duration>;

    /// Visits the one in a slot.
    fn visit_in<V: Visit, W: Watch>(
        slot: &mut impl Slot<Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        visit: &V,
    );

    /// Aborts the one in a slot.
    fn abort_in<W: Watch>(slot: &mut impl Slot<Self>, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>);

    /// Finishes it if a message has ended it with this status. `Some` is its success or failure.
    fn after_message<W: Watch>(
        &mut self,
        status: Status,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Option<bool>;
}

impl<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized> Node<C> for L {
    type Answer = L::Answer;

    const ANSWERS: Can = L::CAN;

    const TIMED: bool = L::TAKES_TIME;

    #[inline]
    fn hook_start(&mut self, context: &mut C) {
        self.start(context);
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
    fn overhear<M: Any, W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        WayOf::<L, C>::overhear(self, node, context, inputs, message)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tick_in<P: Slot<L>, W: Watch>(
        slot: Result<&mut P, L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<L::Answer>> {
        let mocks = const { Can { run: L::CAN.run, ..Can::ANYTHING } };
        tick(slot, node, context, inputs, mocks, Answer::into_result)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tick_for_value<P: Slot<L>, W: Watch>(
        slot: Result<&mut P, L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        keep: impl FnOnce(L::Answer) -> Result<Status, <L::Answer as Answer>::Error>,
    ) -> Ticked<P, Cause<L::Answer>> {
        // A mock has no value.
        let mocks = const { Can { run: L::CAN.run, succeed: false, ..Can::ANYTHING } };
        tick(slot, node, context, inputs, mocks, keep)
    }

    #[inline]
    fn begin<P: Slot<L>, W: Watch, S>(
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Ticked<Infallible, Cause<L::Answer>>
    where
        L: Bare,
    {
        rest(Self::tick_in(Err(L::bare()), node, context, inputs), state, place)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_with<P: Slot<L>, W: Watch, S>(
        make: impl FnOnce(&mut C) -> L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        state: &mut S,
        place: impl FnOnce(P) -> S,
    ) -> Ticked<Infallible, Cause<L::Answer>> {
        rest(Self::tick_in(Err(make(context)), node, context, inputs), state, place)
    }

    #[inline]
    fn asleep(slot: &impl Slot<L>) -> Option<Duration> {
        slot.leaf()?.sleep()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_in<V: Visit, W: Watch>(
        slot: &mut impl Slot<L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        visit: &V,
    ) {
        visit.leaf::<L, C, W>(slot, node, context, inputs);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn abort_in<W: Watch>(slot: &mut impl Slot<L>, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) {
        match slot.active() {
            Ok(leaf) => {
                leaf.finish_at(node, context, inputs, Outcome::Aborted);
                if W::OBSERVED {
                    inputs.aborted(node);
                }
            }
            Err(_) if W::OBSERVED => inputs.abort_parents(node),
            Err(_) => {}
        }
    }

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

/// Ticks what is in a slot, or what is new; `status` reads its answer. `mocks` is what an observer may answer in its place.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tick<L: Behavior<C, Answer: Answer<Way: Way<L, C>>>, C: ?Sized, P: Slot<L>, W: Watch>(
    mut slot: Result<&mut P, L>,
    node: usize,
    context: &mut C,
    inputs: &mut TickInputs<'_, W>,
    mocks: Can,
    status: impl FnOnce(L::Answer) -> Result<Status, <L::Answer as Answer>::Error>,
) -> Ticked<P, Cause<L::Answer>> {
    let leaf = match &mut slot {
        Ok(slot) => match P::active(slot) {
            Ok(leaf) => leaf,
            Err(success) => {
                if W::OBSERVED {
                    inputs.finish_parents(node, success);
                }
                return if success { Ticked::Success } else { Ticked::Failure };
            }
        },
        Err(leaf) => {
            if W::OBSERVED {
                inputs.start(node);
            }
            leaf.start(context);
            leaf
        }
    };
    // Called here and nowhere else: so it is inlined into its tree.
    let result = match inputs.mock(node, mocks) {
        Some(mocked) => Ok(mocked),
        None => status(leaf.run_at(node, context, inputs)),
    };
    if W::OBSERVED {
        inputs.ran(node, result.as_ref().ok().copied());
    }
    let (ticked, outcome) = match result {
        Ok(Status::Running) => {
            return match slot {
                Ok(_) => Ticked::Running,
                Err(leaf) => Ticked::Rests(P::of(leaf)),
            };
        }
        Ok(Status::Success) => (Ticked::Success, Outcome::Success),
        Ok(Status::Failure) => (Ticked::Failure, Outcome::Failure),
        Err(error) => (Ticked::Error(Cause(error)), Outcome::Aborted),
    };
    leaf.finish_at(node, context, inputs, outcome);
    if W::OBSERVED {
        inputs.finish(node, outcome);
    }
    ticked
}

/// What is new and still running rests in its place.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rest<P, E, S>(ticked: Ticked<P, E>, state: &mut S, place: impl FnOnce(P) -> S) -> Ticked<Infallible, E> {
    match ticked {
        Ticked::Rests(slot) => {
            *state = place(slot);
            Ticked::Running
        }
        Ticked::Success => Ticked::Success,
        Ticked::Failure => Ticked::Failure,
        Ticked::Running => Ticked::Running,
        Ticked::Error(error) => Ticked::Error(error),
    }
}

/// The way in which a tree calls the hooks of `L`.
type WayOf<L, C> = <<L as Behavior<C>>::Answer as Answer>::Way;

/// How a tree calls the hooks of the `L` at a node. A type says it, the answer's [`Way`](Answer::Way), and not a second
/// implementation of [`Node`]: for a context `impl Trait`, Rust could not tell the two apart.
#[diagnostic::on_unimplemented(
    message = "`{L}` has the answer of another behavior, which is a tree or takes messages",
    label = "its `Answer` belongs to another type",
    note = "a leaf that holds a tree has an answer of its own: `type Answer = Status`, which `tick_for` of the tree returns"
)]
pub trait Way<L: Behavior<C>, C: ?Sized> {
    /// Runs it, with the time that is left.
    fn run<W: Watch>(leaf: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer;

    /// Finishes it.
    fn finish<W: Watch>(leaf: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, outcome: Outcome);

    /// Takes a message of a tree whose header names no type of messages.
    fn overhear<M: Any, W: Watch>(
        leaf: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;
}

impl<L: Behavior<C>, C: ?Sized> Way<L, C> for Alone {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<W: Watch>(leaf: &mut L, _: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer {
        inputs.span.lend(|span| leaf.run_for(context, span))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<W: Watch>(leaf: &mut L, _: usize, context: &mut C, _: &mut TickInputs<'_, W>, outcome: Outcome) {
        leaf.finish(context, outcome);
    }

    #[inline(always)]
    fn overhear<M: Any, W: Watch>(_: &mut L, _: usize, _: &mut C, _: &mut TickInputs<'_, W>, _: &M) -> Status {
        Status::Running
    }
}

impl<L: Behavior<C>, C: ?Sized> Way<L, C> for HearsByName {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<W: Watch>(leaf: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer {
        Alone::run(leaf, node, context, inputs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<W: Watch>(leaf: &mut L, _: usize, context: &mut C, _: &mut TickInputs<'_, W>, outcome: Outcome) {
        leaf.finish(context, outcome);
    }

    #[inline(always)]
    fn overhear<M: Any, W: Watch>(_: &mut L, _: usize, _: &mut C, _: &mut TickInputs<'_, W>, _: &M) -> Status {
        Status::Running
    }
}

impl<L: Receive<C, T>, C: ?Sized, T: Any> Way<L, C> for HearsAnywhere<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<W: Watch>(leaf: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer {
        Alone::run(leaf, node, context, inputs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<W: Watch>(leaf: &mut L, _: usize, context: &mut C, _: &mut TickInputs<'_, W>, outcome: Outcome) {
        leaf.finish(context, outcome);
    }

    #[inline(always)]
    fn overhear<M: Any, W: Watch>(
        leaf: &mut L,
        _: usize,
        context: &mut C,
        _: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        match (message as &dyn Any).downcast_ref::<T>() {
            Some(message) => leaf.receive(context, message),
            None => Status::Running,
        }
    }
}

impl<L, C: ?Sized> Way<L, C> for Subtree
where
    L: HasMachine<C>,
    L: Behavior<C, Answer = <<L as HasMachine<C>>::Answer as TreeAnswer>::Inside>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<W: Watch>(
        tree: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> <L as Behavior<C>>::Answer {
        tree.enter(TickAt { node, context, inputs }).inside()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<W: Watch>(tree: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, outcome: Outcome) {
        // A tree that has ended by itself is idle.
        if outcome == Outcome::Aborted {
            tree.enter(AbortAt { node, context, inputs });
        }
    }

    #[inline(always)]
    fn overhear<M: Any, W: Watch>(
        tree: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        tree.enter(OverhearAt { node, context, inputs, message });
        Status::Running
    }
}

impl<L: Chosen<C>, C: ?Sized> Way<L, C> for Choice {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<W: Watch>(choice: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer {
        choice.run_chosen(node, context, inputs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<W: Watch>(
        choice: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        outcome: Outcome,
    ) {
        choice.finish_chosen(node, context, inputs, outcome);
    }

    #[inline(always)]
    fn overhear<M: Any, W: Watch>(
        choice: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        choice.overhear_chosen(node, context, inputs, message)
    }
}

/// What the derive generates for an enum of behaviors: each call goes to the [`Node`] in the active variant.
pub trait Chosen<C: ?Sized>: Behavior<C> {
    fn run_chosen<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> Self::Answer;

    fn finish_chosen<W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        outcome: Outcome,
    );

    fn overhear_chosen<M: Any, W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;
}
