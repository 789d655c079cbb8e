//! `Machine`: what `bt!` generates for a tree, and what can be done with it.
//!
//! A [`Machine`] is the state of a whole tree. The tree itself, [`HasMachine`], stores it with its parameters and its
//! kept cells, and lends all three to a [`Task`]: a tick or an abort, of a whole tree or at a node of another one.

use core::any::Any;
use core::convert::Infallible;
use core::task::Poll;
use core::time::Duration;

use super::leaf::answers::Adapted;
use super::leaf::ways::{Choice, Subtree};
use super::observe::observed::Observed;
use super::observe::watch::Watch;
use super::outline::Outline;
use super::tick::bound::with_value;
use super::tick::entry::{Entered, between_ticks, settle};
use super::tick::kept_cells::{Cell, KeptCells};
use super::tick::step::Step;
use super::tick::tick_inputs::TickInputs;
use super::tree_state::TreeState;
use super::visit::{Abort, RelayedMessage, Visit};
use crate::answer::Answer;
use crate::lend::lend;
use crate::observe::TreeObserver;
use crate::outline::generated_tree::GeneratedTree;
use crate::status::Status;
use crate::time::{IntoDuration, Span, TickTime};

/// The state of a whole tree for the context `C`.
pub trait Machine<C: ?Sized>: TreeState {
    /// The parameters of the tree.
    type Params;
    /// What a tick of the tree returns.
    type Answer: TreeAnswer;

    /// Ticks the tree. A tree with a value stores it in `value` when it succeeds.
    fn tick_machine<W: Watch>(
        &mut self,
        params: &Self::Params,
        value: &mut Option<<Self::Answer as Answer>::Value>,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Step<<Self::Answer as Answer>::Error>;

    /// Visits the active places, in the order of the tree.
    fn visit_machine<V: Visit, W: Watch>(
        &mut self,
        params: &Self::Params,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        visit: &V,
    );

    /// Takes a message that reaches the tree through a tree whose header names no message type.
    fn relay<M: Any, W: Watch>(
        &mut self,
        params: &Self::Params,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) {
        self.visit_machine(params, context, inputs, &RelayedMessage(message));
    }

    /// Ticks the whole tree. If that panics, the tree is reset.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tick_whole<K: KeptCells>(
        &mut self,
        kept: &mut K,
        params: &Self::Params,
        context: &mut C,
        tick: Tick<impl TickTime, impl Watching>,
    ) -> Self::Answer
    where
        Self: Sized,
    {
        let entered = Entered { state: self, kept };
        let mut value = None;
        let status = entered.state.tick_entered(entered.kept.cells(), params, &mut value, context, tick);
        entered.leave();
        Self::Answer::answered(status, value)
    }

    /// Ticks the whole tree. One that has ended is idle.
    ///
    /// In a program that ticks a tree in several places, LLVM does not inline this function. So everything constant is
    /// read in it.
    #[cfg_attr(debug_assertions, inline(always))]
    #[cfg_attr(not(debug_assertions), inline)]
    fn tick_entered(
        &mut self,
        kept: &mut [Cell],
        params: &Self::Params,
        value: &mut Option<<Self::Answer as Answer>::Value>,
        context: &mut C,
        Tick { mut time, watching }: Tick<impl TickTime, impl Watching>,
    ) -> Result<Status, <Self::Answer as Answer>::Error>
    where
        Self: Sized,
    {
        let outline = self.outline();
        let watch = watching.watch(&outline);
        let span = outline.facts.begin(kept, time.given());
        let mut inputs = TickInputs::new(kept, outline.offsets, span, watch);
        let step = self.tick_machine(params, value, context, &mut inputs);
        let left = inputs.span.nanos();
        let is_running = step.is_running();
        outline.end_tick(kept, span, is_running);
        time.give_back(if is_running { 0 } else { left });
        settle(step, self)
    }
}

/// A tree for the context `C`.
pub trait HasMachine<C: ?Sized>: GeneratedTree {
    /// What a tick returns.
    type Answer: TreeAnswer;

    /// Whether a tick needs a duration.
    const TAKES_TIME: bool = Self::__FACTS.is_timed();

    /// Runs a task with the machine. The context is not part of the task, so that an implementation names it only where
    /// lifetimes can be elided.
    fn enter<T: Task>(&mut self, context: &mut C, task: T) -> T::Done<Self::Answer>;

    /// Returns the tree to its initial state without calling any hook.
    fn reset(&mut self);

    /// Whether the tree has started and not ended yet.
    #[inline]
    fn is_running(&self) -> bool {
        self.__place() != 0
    }

    /// How long ticks can be skipped.
    fn sleep(&self) -> Option<Duration>;
}

/// An operation on a machine.
pub trait Task {
    /// What it returns for a tree that answers with an `A`.
    type Done<A: TreeAnswer>;

    /// Runs the task.
    fn run<C: ?Sized, S: Machine<C>, K: KeptCells>(
        self,
        state: &mut S,
        kept: &mut K,
        params: &S::Params,
        context: &mut C,
    ) -> Self::Done<S::Answer>;

    /// The observer of the task, if it has one: for what a tree does before the task.
    #[cfg(feature = "live")]
    fn observer(&mut self) -> Option<&mut dyn TreeObserver> {
        None
    }

    /// Turns the answer of a variant into that of its enum.
    fn convert<A: TreeAnswer, B: TreeAnswer>(done: Self::Done<A>, convert: impl FnOnce(A) -> B) -> Self::Done<B>;
}

/// Implements [`Task`] for an operation that returns the `answer` of the tree, or `nothing`.
macro_rules! task {
    ($task:ty [$($generics:tt)*] -> $done:ident,
     #[$inline:meta] |$this:ident, $state:ident, $kept:pat_param, $params:ident, $context:ident| $run:expr
     $(, $watching:ident)?) => {
        impl<$($generics)*> Task for $task {
            task! { returns $done }

            $(
                #[cfg(feature = "live")]
                fn observer(&mut self) -> Option<&mut dyn TreeObserver> {
                    self.$watching.observer()
                }
            )?

            #[$inline]
            fn run<C: ?Sized, S: Machine<C>, K: KeptCells>(
                $this,
                $state: &mut S,
                $kept: &mut K,
                $params: &S::Params,
                $context: &mut C,
            ) -> Self::Done<S::Answer> {
                $run
            }
        }
    };
    (returns answer) => {
        type Done<A: TreeAnswer> = A;

        #[inline(always)]
        fn convert<A: TreeAnswer, B: TreeAnswer>(done: A, convert: impl FnOnce(A) -> B) -> B {
            convert(done)
        }
    };
    (returns nothing) => {
        type Done<A: TreeAnswer> = ();

        fn convert<A: TreeAnswer, B: TreeAnswer>((): (), _: impl FnOnce(A) -> B) {}
    };
}

pub(super) use task;

/// What a tick of a tree returns: a status, a `Poll<Option<T>>`, or a `Result` of one of them.
pub trait TreeAnswer: Answer {
    /// What a tick returns to the tree around it.
    type Inside: Answer;

    /// What a tick returns to a leaf that holds one of several trees.
    type Chosen: Answer<Error = Self::Error, Value = Self::Value, Way = Choice>;

    /// The answer of a tree with this status, and this value if it has one.
    ///
    /// # Panics
    ///
    /// On success without a value, if the type has one.
    fn answered(status: Result<Status, Self::Error>, value: Option<Self::Value>) -> Self;

    /// The answer as that of a subtree.
    fn inside(self) -> Self::Inside;

    /// The answer as that of a leaf that holds one of several trees.
    fn chosen(self) -> Self::Chosen;
}

impl TreeAnswer for Status {
    type Inside = Adapted<Status, Subtree>;
    type Chosen = Adapted<Status, Choice>;

    #[inline(always)]
    fn answered(status: Result<Status, Infallible>, _: Option<()>) -> Self {
        let Ok(status) = status;
        status
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(self) -> Self::Inside {
        Adapted::new(self)
    }

    fn chosen(self) -> Self::Chosen {
        Adapted::new(self)
    }
}

impl<T> TreeAnswer for Poll<Option<T>> {
    type Inside = Adapted<Poll<Option<T>>, Subtree>;
    type Chosen = Adapted<Poll<Option<T>>, Choice>;

    #[inline(always)]
    fn answered(status: Result<Status, Infallible>, value: Option<T>) -> Self {
        let Ok(status) = status;
        with_value(status, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(self) -> Self::Inside {
        Adapted::new(self)
    }

    fn chosen(self) -> Self::Chosen {
        Adapted::new(self)
    }
}

impl<E> TreeAnswer for Result<Status, E> {
    type Inside = Result<Adapted<Status, Subtree>, E>;
    type Chosen = Result<Adapted<Status, Choice>, E>;

    #[inline(always)]
    fn answered(status: Result<Status, E>, _: Option<()>) -> Self {
        status
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(self) -> Self::Inside {
        self.map(Adapted::new)
    }

    fn chosen(self) -> Self::Chosen {
        self.map(Adapted::new)
    }
}

impl<T, E> TreeAnswer for Result<Poll<Option<T>>, E> {
    type Inside = Result<Adapted<Poll<Option<T>>, Subtree>, E>;
    type Chosen = Result<Adapted<Poll<Option<T>>, Choice>, E>;

    #[inline(always)]
    fn answered(status: Result<Status, E>, value: Option<T>) -> Self {
        status.map(|status| with_value(status, value))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(self) -> Self::Inside {
        self.map(Adapted::new)
    }

    fn chosen(self) -> Self::Chosen {
        self.map(Adapted::new)
    }
}

/// The observer of a tick, or `()` for none.
pub trait Watching {
    type Watch: Watch;
    fn watch(self, outline: &Outline) -> Self::Watch;

    /// The observer itself.
    #[cfg(feature = "live")]
    fn observer(&mut self) -> Option<&mut dyn TreeObserver> {
        None
    }
}

impl Watching for () {
    type Watch = ();

    #[inline(always)]
    fn watch(self, _: &Outline) {}
}

impl<'o, O: TreeObserver + ?Sized> Watching for &'o mut O {
    type Watch = Observed<'o, O>;

    fn watch(self, outline: &Outline) -> Observed<'o, O> {
        Observed::whole(self, *outline)
    }

    #[cfg(feature = "live")]
    fn observer(&mut self) -> Option<&mut dyn TreeObserver> {
        Some(self)
    }
}

/// A tick of the whole tree.
pub struct Tick<D, O> {
    time: D,
    watching: O,
}

task! {
    Tick<D, O> [D: TickTime, O: Watching] -> answer,
    #[inline(always)]
    |self, state, kept, params, context| {
        state.tick_whole(kept, params, context, self)
    },
    watching
}

/// An abort of the whole tree.
struct AbortAll<O> {
    watching: O,
}

task! {
    AbortAll<O> [O: Watching] -> nothing,
    #[cfg_attr(not(debug_assertions), inline(always))]
    |self, state, kept, params, context| {
        let outline = state.outline();
        between_ticks(state, kept, self.watching.watch(&outline), |state, inputs| {
            state.visit_machine(params, context, inputs, &Abort);
            outline.ends(inputs.kept);
        });
    },
    watching
}

/// A tick at a node of another tree.
pub struct TickAt<'t, 'i, W> {
    pub node: usize,
    pub inputs: &'t mut TickInputs<'i, W>,
}

task! {
    TickAt<'_, '_, W> [W: Watch] -> answer,
    #[cfg_attr(not(debug_assertions), inline(always))]
    |self, state, _, params, context| {
        let mut value = None;
        let step = self
            .inputs
            .inside_tree::<S, _>(self.node, |inputs| state.tick_machine(params, &mut value, context, inputs));
        S::Answer::answered(settle(step, state), value)
    }
}

/// An abort at a node of another tree.
pub struct AbortAt<'t, 'i, W> {
    pub node: usize,
    pub inputs: &'t mut TickInputs<'i, W>,
}

task! {
    AbortAt<'_, '_, W> [W: Watch] -> nothing,
    #[cfg_attr(not(debug_assertions), inline(always))]
    |self, state, _, params, context| {
        self.inputs.inside_tree::<S, _>(self.node, |inputs| state.visit_machine(params, context, inputs, &Abort));
    }
}

/// A message to a tree at a node of another tree, whose header names no message type.
pub struct RelayAt<'t, 'i, W, M> {
    pub node: usize,
    pub inputs: &'t mut TickInputs<'i, W>,
    pub message: &'t M,
}

task! {
    RelayAt<'_, '_, W, M> [W: Watch, M: Any] -> nothing,
    #[inline(always)]
    |self, state, _, params, context| {
        let message = self.message;
        self.inputs.inside_tree::<S, _>(self.node, |inputs| state.relay(params, context, inputs, message));
    }
}

/// Ticks a tree for a span of time.
#[inline(always)]
pub fn tick_for<T: HasMachine<C>, C: ?Sized>(tree: &mut T, time: impl IntoDuration, context: &mut C) -> T::Answer {
    tree.enter(context, Tick { time: time.into_tick(), watching: () })
}

/// Ticks a tree for a span of time, and reports events to an observer.
#[inline(always)]
pub fn tick_for_with<T: HasMachine<C>, C: ?Sized, O: TreeObserver + ?Sized>(
    tree: &mut T,
    time: impl IntoDuration,
    context: &mut C,
    observer: &mut O,
) -> T::Answer {
    if !observer.is_enabled() {
        return tick_for(tree, time, context);
    }
    tree.enter(context, Tick { time: time.into_tick(), watching: observer })
}

/// Ticks a tree that is a field of its context.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tick_in<T: HasMachine<C>, C: ?Sized>(owner: &mut C, get: impl FnMut(&mut C) -> &mut T) -> T::Answer {
    lend(owner, get, |tree, owner| tick_for(tree, Duration::ZERO, owner))
}

/// Aborts the active nodes of a tree.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn abort<T: HasMachine<C>, C: ?Sized>(tree: &mut T, context: &mut C) {
    tree.enter(context, AbortAll { watching: () });
}

/// Aborts the active nodes of a tree, and reports events to an observer.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn abort_with<T: HasMachine<C>, C: ?Sized, O: TreeObserver + ?Sized>(
    tree: &mut T,
    context: &mut C,
    observer: &mut O,
) {
    if !observer.is_enabled() {
        return abort(tree, context);
    }
    tree.enter(context, AbortAll { watching: observer });
}

/// The `run` of a tree that is used as a behavior outside of a tree. A tree that needs `tick_for` refuses it, since no
/// time would pass.
///
/// ```
/// use bt::{Behavior, bt};
///
/// bt! { Stand(()) = running }
///
/// let _ = Stand::new().run(&mut ());
/// ```
///
/// ```compile_fail
/// use bt::{Behavior, bt};
///
/// bt! { Pause(()) = wait(1.0) }
///
/// let _ = Pause::new().run(&mut ());
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn run_tree<T: HasMachine<C>, C: ?Sized>(tree: &mut T, context: &mut C) -> <T::Answer as TreeAnswer>::Inside {
    const { assert!(!T::TAKES_TIME, "this tree uses time: call `tick_for` instead of `run`") }
    tick_for(tree, Duration::ZERO, context).inside()
}

/// The `run_for` of a tree that is used as a behavior outside of a tree: with the remaining time.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn run_tree_for<T: HasMachine<C>, C: ?Sized>(
    tree: &mut T,
    context: &mut C,
    span: &mut Span,
) -> <T::Answer as TreeAnswer>::Inside {
    tick_for(tree, span, context).inside()
}
