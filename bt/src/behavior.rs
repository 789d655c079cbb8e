//! What a leaf is: its hooks, its lifecycle, and what it may answer.

use crate::answer::{Answer, Ticked};
use crate::kept::Cell;
use crate::place::Place;
use crate::time::Span;

/// What a node says of itself after a tick.
///
/// ```
/// use bt::Status;
///
/// assert_eq!(Status::from(true), Status::Success);
/// assert!(Status::Running.is_running());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has done what it is for.
    Success,
    /// It could not do it.
    Failure,
    /// It needs more ticks.
    Running,
}

impl Status {
    /// Whether the node needs more ticks.
    pub const fn is_running(self) -> bool {
        matches!(self, Status::Running)
    }

    /// Whether the node has succeeded.
    pub const fn is_success(self) -> bool {
        matches!(self, Status::Success)
    }

    /// Whether the node has failed.
    pub const fn is_failure(self) -> bool {
        matches!(self, Status::Failure)
    }
}

/// `true` is success, `false` is failure.
impl From<bool> for Status {
    fn from(success: bool) -> Self {
        if success { Status::Success } else { Status::Failure }
    }
}

/// How an activation of a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Its own `run` said [`Status::Success`].
    Success,
    /// Its own `run` said [`Status::Failure`].
    Failure,
    /// Its parent gave up on it, the tree was aborted, or an error came up.
    Aborted,
}

/// What a behavior can answer, as far as its types tell.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    pub succeed: bool,
    pub fail: bool,
    pub run: bool,
}

impl Can {
    /// Nothing is known, so everything is possible.
    pub const ANYTHING: Can = Can { succeed: true, fail: true, run: true };
    /// It answers at once.
    pub const END: Can = Can { succeed: true, fail: true, run: false };
    /// It always succeeds at once.
    pub const SUCCEED: Can = Can { succeed: true, fail: false, run: false };
    /// It never answers.
    pub const NOTHING: Can = Can { succeed: false, fail: false, run: false };

    /// What one of the two can answer.
    pub const fn or(self, other: Can) -> Can {
        Can { succeed: self.succeed || other.succeed, fail: self.fail || other.fail, run: self.run || other.run }
    }
}

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

    /// Called once, after the last `run` of an activation.
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }

    #[doc(hidden)]
    const CAN: Can = <Self::Answer as Answer>::CAN;

    #[doc(hidden)]
    #[inline(always)]
    fn __start(&mut self, context: &mut C) {
        self.start(context);
    }

    #[doc(hidden)]
    #[inline(always)]
    fn __run(&mut self, kept: &mut [Cell], span: &mut Span, context: &mut C) -> Self::Answer {
        let _ = (kept, span);
        self.run(context)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn __finish(&mut self, kept: &mut [Cell], context: &mut C, outcome: Outcome) {
        let _ = kept;
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
        let leaf = place.leaf();
        if new {
            leaf.__start(context);
        }
        let result = leaf.__run(kept, span, context).into_result();
        match result {
            Ok(Status::Running) => {}
            Ok(Status::Success) => leaf.__finish(kept, context, Outcome::Success),
            Ok(Status::Failure) => leaf.__finish(kept, context, Outcome::Failure),
            Err(_) => leaf.__finish(kept, context, Outcome::Aborted),
        }
        Ticked(result)
    }

    /// Aborts the leaf in a place.
    #[doc(hidden)]
    #[inline(always)]
    fn __abort(place: &mut impl Place<Self>, kept: &mut [Cell], context: &mut C) {
        place.leaf().__finish(kept, context, Outcome::Aborted);
    }
}
