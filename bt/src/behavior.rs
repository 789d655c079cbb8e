//! What a leaf is: its hooks and its lifecycle.

use crate::answer::{Answer, Cause};
use crate::hook::{ByHand, Ran, can};
use crate::inputs::Inputs;
use crate::place::Place;
use crate::status::{Can, Outcome, Status};
use crate::step::Ticked;
use crate::time::Span;
use crate::watch::Watch;

/// A leaf of a behavior tree, for agents whose context is `C`.
///
/// Each activation of a leaf is one [`start`](Behavior::start), one or more [`run`](Behavior::run), and one
/// [`finish`](Behavior::finish), in that order. `finish` comes right after the `run` that ended it and before its
/// parent reacts, or, with [`Outcome::Aborted`], when its parent gives up on it. A leaf is built anew for each
/// activation, so its fields live from its start to its finish; what must live longer belongs in the context.
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
    /// What `run` returns: [`Status`], `bool`, `()`, or a `Result` of one of them.
    type Answer: Answer;

    /// Called once, before the first `run` of an activation.
    fn start(&mut self, context: &mut C) {
        let _ = context;
    }

    /// Called once in each tick, from the start until it says success or failure.
    fn run(&mut self, context: &mut C) -> Self::Answer;

    /// What a tree calls in the place of `run`: a leaf that takes time overrides this one and takes off the
    /// [`Span`] what it used.
    ///
    /// A leaf that ends has used what it took, and the rest passes to the next node; one that is running has used all.
    /// A leaf that does not override it takes no time.
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
    fn run_for(&mut self, context: &mut C, span: &mut Span) -> Self::Answer {
        self.__own(context, span).answer()
    }

    /// Called once, after the last `run` of an activation.
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }

    #[doc(hidden)]
    const CAN: Can = can(&Self::__own);

    /// The leaf's own `run`, with or without the time that is left. What this returns tells what the leaf can answer.
    #[doc(hidden)]
    #[inline(always)]
    fn __own(&mut self, context: &mut C, span: &mut Span) -> impl Ran<Self::Answer> {
        let _ = span;
        ByHand(self.run(context))
    }

    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __run<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut Inputs<'_, W>) -> Self::Answer {
        let _ = node;
        self.run_for(context, &mut inputs.span)
    }

    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __finish<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut Inputs<'_, W>, outcome: Outcome) {
        let _ = (node, inputs);
        self.finish(context, outcome);
    }

    /// Ticks a leaf: the one in a place, or a new one, which is started. When it ends, its last hook is called at once.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __tick<P: Place<Self>, W: Watch>(
        mut place: Result<&mut P, Self>,
        node: usize,
        context: &mut C,
        inputs: &mut Inputs<'_, W>,
    ) -> Ticked<P, Cause<Self::Answer>> {
        let leaf = match &mut place {
            Ok(place) => match P::active(place) {
                Ok(leaf) => leaf,
                Err(success) => {
                    if W::LOOKS {
                        inputs.finish_above(node, success);
                    }
                    return if success { Ticked::Success } else { Ticked::Failure };
                }
            },
            Err(leaf) => {
                if W::LOOKS {
                    inputs.start(node);
                }
                leaf.start(context);
                leaf
            }
        };
        // The only place where it is called: so it stands in its tree, and is no call any more.
        let result = leaf.__run(node, context, inputs).into_result();
        if W::LOOKS {
            inputs.ran(node, result.as_ref().ok().copied());
        }
        let (ticked, outcome) = match result {
            Ok(Status::Running) => {
                return match place {
                    Ok(_) => Ticked::Running,
                    Err(leaf) => Ticked::Rests(P::of(leaf)),
                };
            }
            Ok(Status::Success) => (Ticked::Success, Outcome::Success),
            Ok(Status::Failure) => (Ticked::Failure, Outcome::Failure),
            Err(error) => (Ticked::Error(Cause(error)), Outcome::Aborted),
        };
        leaf.__finish(node, context, inputs, outcome);
        if W::LOOKS {
            inputs.finish(node, outcome);
        }
        ticked
    }

    /// Aborts the leaf in a place.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __abort<W: Watch>(place: &mut impl Place<Self>, node: usize, context: &mut C, inputs: &mut Inputs<'_, W>) {
        match place.active() {
            Ok(leaf) => {
                leaf.__finish(node, context, inputs, Outcome::Aborted);
                if W::LOOKS {
                    inputs.aborted(node);
                }
            }
            Err(_) if W::LOOKS => inputs.abort_above(node),
            Err(_) => {}
        }
    }
}
