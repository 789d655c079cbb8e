//! What a leaf is: its hooks and its lifecycle.

use crate::answer::{Answer, Ticked};
use crate::hook::{ByHand, Ran, can};
use crate::kept::Cell;
use crate::place::Place;
use crate::status::{Can, Outcome, Status};
use crate::time::Span;

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
    #[inline(always)]
    fn __start(&mut self, context: &mut C) {
        self.start(context);
    }

    #[doc(hidden)]
    #[inline(always)]
    fn __run(&mut self, kept: &mut [Cell], span: &mut Span, context: &mut C) -> Self::Answer {
        let _ = kept;
        self.run_for(context, span)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn __finish(&mut self, kept: &mut [Cell], span: &mut Span, context: &mut C, outcome: Outcome) {
        let _ = (kept, span);
        self.finish(context, outcome);
    }

    /// One tick of the leaf in a place, which starts it if it is `new`. When it ends, its last hook is called at once.
    #[doc(hidden)]
    #[inline(always)]
    fn __tick(
        place: &mut impl Place<Self>,
        new: bool,
        kept: &mut [Cell],
        span: &mut Span,
        context: &mut C,
    ) -> Ticked<Self::Answer> {
        if let Some(success) = Place::<Self>::ended(&*place) {
            return Ticked(Ok(Status::from(success)));
        }
        let leaf = place.leaf();
        if new {
            leaf.__start(context);
        }
        let result = leaf.__run(kept, span, context).into_result();
        match result {
            Ok(Status::Running) => {}
            Ok(Status::Success) => leaf.__finish(kept, span, context, Outcome::Success),
            Ok(Status::Failure) => leaf.__finish(kept, span, context, Outcome::Failure),
            Err(_) => leaf.__finish(kept, span, context, Outcome::Aborted),
        }
        Ticked(result)
    }

    /// Aborts the leaf in a place.
    #[doc(hidden)]
    #[inline(always)]
    fn __abort(place: &mut impl Place<Self>, kept: &mut [Cell], span: &mut Span, context: &mut C) {
        if Place::<Self>::ended(&*place).is_none() {
            place.leaf().__finish(kept, span, context, Outcome::Aborted);
        }
    }
}
