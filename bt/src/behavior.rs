//! `Behavior`: a leaf, its hooks and its lifecycle.

use core::any::Any;
use core::time::Duration;

use crate::__private::describe::possible::Can;
use crate::__private::leaf::raise::Cause;
use crate::__private::leaf::ran::{ByHand, Ran, can, takes_time};
use crate::__private::observe::watch::Watch;
use crate::__private::tick::slot::Slot;
use crate::__private::tick::step::Ticked;
use crate::__private::tick::tick_inputs::TickInputs;
use crate::answer::Answer;
use crate::status::{Outcome, Status};
use crate::time::Span;

/// A leaf of a behavior tree, for agents whose context is `C`.
///
/// Each activation of a leaf calls [`start`](Behavior::start) once, [`run`](Behavior::run) once or more, and
/// [`finish`](Behavior::finish) once, in that order. `finish` comes right after the `run` that ended the leaf and before
/// the parent reacts, or, with [`Outcome::Aborted`], when the parent aborts it. A leaf is built anew for each
/// activation, so its fields live from `start` to `finish`. What must live longer belongs in the context.
///
/// Most leaves derive this trait; see the [derive macro](derive@crate::Behavior). It may be implemented by hand, too:
///
/// ```
/// use bt::{Behavior, Status, bt};
///
/// struct Countdown { from: u32 }
///
/// impl Countdown {
///     fn new(from: u32) -> Self {
///         Countdown { from }
///     }
/// }
///
/// impl Behavior<Vec<u32>> for Countdown {
///     type Answer = Status;
///
///     fn run(&mut self, log: &mut Vec<u32>) -> Status {
///         log.push(self.from);
///         self.from -= 1;
///         if self.from == 0 { Status::Success } else { Status::Running }
///     }
/// }
///
/// bt! { Launch(Vec<u32>) = sequence < countdown(3), countdown(1) > }
///
/// let (mut launch, mut log) = (Launch::new(), Vec::new());
/// while launch.tick(&mut log).is_running() {}
/// assert_eq!(log, [3, 2, 1, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a behavior for the context `{C}`",
    label = "not a behavior for `{C}`",
    note = "a leaf is a type with `#[derive(Behavior)]` and `#[behavior(context = ...)]`, or one that implements `Behavior` by hand"
)]
pub trait Behavior<C: ?Sized>: Sized {
    /// What `run` returns: [`Status`], `bool`, `()`, or what else is an [`Answer`].
    type Answer: Answer;

    /// Whether the leaf takes time. A tree with such a leaf refuses `tick`, since a tick must say how long it lasts.
    ///
    /// The derive finds it out. A leaf by hand that overrides [`run_for`](Behavior::run_for) sets it to `true`.
    const TAKES_TIME: bool = takes_time(&Self::__own);

    /// Called once, before the first `run` of an activation.
    fn start(&mut self, context: &mut C) {
        let _ = context;
    }

    /// Called once in each tick, from the start until it returns success or failure.
    fn run(&mut self, context: &mut C) -> Self::Answer;

    /// Called by trees in place of `run`. A leaf that takes time overrides it, sets [`TAKES_TIME`](Behavior::TAKES_TIME),
    /// and [spends](Span::spend) the time that it uses.
    ///
    /// When a leaf ends, the rest of the span passes to the next node. A leaf that is still running has used all of it. A
    /// leaf that does not override this method takes no time.
    ///
    /// ```
    /// use bt::{Behavior, Span, Status, bt};
    ///
    /// struct Load { seconds: f64 }
    ///
    /// impl Load {
    ///     fn new(seconds: f64) -> Self {
    ///         Load { seconds }
    ///     }
    /// }
    ///
    /// impl Behavior<u32> for Load {
    ///     type Answer = Status;
    ///     const TAKES_TIME: bool = true;
    ///
    ///     fn run(&mut self, _: &mut u32) -> Status {
    ///         Status::Running
    ///     }
    ///
    ///     fn run_for(&mut self, shells: &mut u32, span: &mut Span) -> Status {
    ///         if !span.spend(self.seconds) {
    ///             self.seconds -= span.seconds();
    ///             return Status::Running;
    ///         }
    ///         *shells += 1;
    ///         Status::Success
    ///     }
    /// }
    ///
    /// let mut gunner = bt!((u32) = forever < load(0.25) >);
    /// let mut shells = 0;
    /// for _ in 0..4 {
    ///     assert!(gunner.tick_for(0.5, &mut shells).is_running());
    /// }
    /// assert_eq!(shells, 8);
    /// ```
    ///
    /// A leaf that holds another behavior hands the span on. Without this, time would stand still for that one:
    ///
    /// ```
    /// use bt::{Behavior, Outcome, Span, Status, bt};
    ///
    /// bt! { Rest(u32) = sequence < wait(0.5), action(|rests| *rests += 1) > }
    ///
    /// struct Rested(Rest);
    ///
    /// impl Behavior<u32> for Rested {
    ///     type Answer = Status;
    ///     const TAKES_TIME: bool = <Rest as Behavior<u32>>::TAKES_TIME;
    ///
    ///     fn run(&mut self, rests: &mut u32) -> Status {
    ///         self.run_for(rests, &mut Span::of(0.0))
    ///     }
    ///
    ///     fn run_for(&mut self, rests: &mut u32, span: &mut Span) -> Status {
    ///         self.0.run_for(rests, span)
    ///     }
    ///
    ///     fn finish(&mut self, rests: &mut u32, outcome: Outcome) {
    ///         self.0.finish(rests, outcome);
    ///     }
    /// }
    ///
    /// let mut rests = 0;
    /// let mut day = bt!((u32) = forever < Rested { 0: Rest::new() } >);
    /// assert!(day.tick_for(1.0, &mut rests).is_running());
    /// assert_eq!(rests, 2);
    /// ```
    fn run_for(&mut self, context: &mut C, span: &mut Span) -> Self::Answer {
        self.__own(context, span).answer()
    }

    /// Called once, after the last `run` of an activation.
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }

    /// How long ticks may be left out while the leaf is running: `None`, as here, if each `run` counts.
    ///
    /// It is for leaves that wait for time alone. `Some(time)` promises that `run`, as long as less time has passed, calls
    /// nothing, answers running, and that one run with the sum of several spans does what they do. What the tree makes of it
    /// is its [`sleep`](crate::TreeFor::sleep).
    ///
    /// ```
    /// use bt::{Behavior, Span, Status, bt};
    /// use std::time::Duration;
    ///
    /// #[derive(Behavior)]
    /// #[behavior(context = ())]
    /// struct Cook {
    ///     left: Duration,
    /// }
    ///
    /// impl Cook {
    ///     fn new(seconds: f64) -> Self {
    ///         Cook { left: Duration::from_secs_f64(seconds) }
    ///     }
    ///
    ///     fn run(&mut self, _: &mut (), span: &mut Span) -> Status {
    ///         if span.spend(self.left) {
    ///             return Status::Success;
    ///         }
    ///         self.left -= span.left();
    ///         Status::Running
    ///     }
    ///
    ///     fn sleep(&self) -> Option<Duration> {
    ///         Some(self.left)
    ///     }
    /// }
    ///
    /// bt! { Dinner(()) = sequence < cook(30.0), cook(10.0) > }
    ///
    /// let mut dinner = Dinner::new();
    /// dinner.tick_for(12.5, &mut ());
    /// assert_eq!(dinner.sleep(), Some(Duration::from_secs_f64(17.5)));
    /// ```
    fn sleep(&self) -> Option<Duration> {
        None
    }

    #[doc(hidden)]
    const CAN: Can = can(&Self::__own);

    /// The leaf's own `run`, with or without the time that is left. The type that it returns tells what the leaf can return.
    #[doc(hidden)]
    #[inline(always)]
    fn __own(&mut self, context: &mut C, span: &mut Span) -> impl Ran<Self::Answer> {
        let _ = span;
        ByHand(self.run(context))
    }

    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __run<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> Self::Answer {
        let _ = node;
        let given = inputs.span;
        let answer = self.run_for(context, &mut inputs.span);
        inputs.span.limit(given);
        answer
    }

    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __finish<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, outcome: Outcome) {
        let _ = (node, inputs);
        self.finish(context, outcome);
    }

    /// Ticks a leaf: the one in a slot, or a new one, which is started. When it ends, `finish` is called at once.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __tick<P: Slot<Self>, W: Watch>(
        slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Ticked<P, Cause<Self::Answer>> {
        let mocks = const { Can { run: Self::CAN.run, ..Can::ANYTHING } };
        Self::__tick_and(slot, node, context, inputs, mocks, Answer::into_result)
    }

    /// The same for a leaf whose value is asked for: `keep` keeps it.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __tick_for_value<P: Slot<Self>, W: Watch>(
        slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        keep: impl FnOnce(Self::Answer) -> Result<Status, <Self::Answer as Answer>::Error>,
    ) -> Ticked<P, Cause<Self::Answer>> {
        // A mock has no value.
        let mocks = const { Can { run: Self::CAN.run, succeed: false, ..Can::ANYTHING } };
        Self::__tick_and(slot, node, context, inputs, mocks, keep)
    }

    /// Ticks a leaf; `status` reads its answer. `mocks` is what an observer may answer in its place.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __tick_and<P: Slot<Self>, W: Watch>(
        mut slot: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        mocks: Can,
        status: impl FnOnce(Self::Answer) -> Result<Status, <Self::Answer as Answer>::Error>,
    ) -> Ticked<P, Cause<Self::Answer>> {
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
            None => status(leaf.__run(node, context, inputs)),
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
        leaf.__finish(node, context, inputs, outcome);
        if W::OBSERVED {
            inputs.finish(node, outcome);
        }
        ticked
    }

    /// How long ticks may be left out, as the leaf in a slot says.
    #[doc(hidden)]
    #[inline]
    fn __sleep(slot: &impl Slot<Self>) -> Option<Duration> {
        slot.leaf()?.sleep()
    }

    /// Takes a message that reaches it through a tree whose header names no type of messages.
    #[doc(hidden)]
    #[inline(always)]
    fn __overhear<M: Any, W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        let _ = (node, context, inputs, message);
        Status::Running
    }

    /// Finishes the leaf if it has ended with this status after a message. `Some` is its success or failure.
    #[doc(hidden)]
    #[inline(always)]
    fn __after_message<W: Watch>(
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
        self.__finish(node, context, inputs, outcome);
        if W::OBSERVED {
            inputs.finish_alone(node, outcome);
        }
        Some(success)
    }

    /// Takes a message in the same way, in a slot.
    #[doc(hidden)]
    #[inline(always)]
    fn __overhear_in<M: Any, W: Watch>(
        slot: &mut impl Slot<Self>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) {
        let Ok(leaf) = slot.active() else { return };
        let status = leaf.__overhear(node, context, inputs, message);
        if let Some(success) = leaf.__after_message(status, node, context, inputs) {
            slot.end(success);
        }
    }

    /// Aborts the leaf in a slot.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __abort<W: Watch>(slot: &mut impl Slot<Self>, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) {
        match slot.active() {
            Ok(leaf) => {
                leaf.__finish(node, context, inputs, Outcome::Aborted);
                if W::OBSERVED {
                    inputs.aborted(node);
                }
            }
            Err(_) if W::OBSERVED => inputs.abort_parents(node),
            Err(_) => {}
        }
    }
}
