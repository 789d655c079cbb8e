//! `Behavior`: a leaf, its hooks and its lifecycle.

use core::time::Duration;

use crate::answer::Answer;
use crate::can::Can;
use crate::status::Outcome;
use crate::time::Span;

/// A leaf of a behavior tree, for agents whose context is `C`.
///
/// Each activation of a leaf calls [`start`](Behavior::start) once, [`run`](Behavior::run) once or more, and
/// [`finish`](Behavior::finish) once, in that order. `finish` comes right after the `run` that ended the leaf and
/// before the parent reacts, or, with [`Outcome::Aborted`], when the parent aborts it. Each activation creates a new
/// leaf, so its fields live from `start` to `finish`. Data that must live longer belongs in the context.
///
/// There are four exceptions:
///
/// - After an error of [`try_start`](Behavior::try_start) there is no `run`.
/// - When [`receive`](crate::Receive::receive) returns success or failure, `finish` is called at once, and no `run`
///   follows.
/// - When an observer [answers](crate::observe::Mock) instead of the leaf, `run` is not called.
/// - A tree that is [reset](crate::TreeFor::reset) or dropped, or in which a hook panics, calls no `finish`. It drops
///   its leaves, so a field of the leaf can clean up in its `Drop`.
///
/// Most leaves derive this trait; see the [derive macro](derive@crate::Behavior). You can also implement it by hand:
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
    note = "a leaf is a type with `#[derive(Behavior)]` and `#[behavior(context = ...)]`, or one that implements \
            `Behavior` by hand; decorators and composites have their children in angle brackets"
)]
pub trait Behavior<C: ?Sized>: Sized {
    /// What `run` returns: [`Status`](crate::Status), `bool`, `()`, or any other [`Answer`].
    type Answer: Answer;

    /// Whether the leaf takes time. A tree with such a leaf needs a duration for each tick: calling its `tick` is a
    /// compile error, so use `tick_for`.
    ///
    /// The derive sets it. If you implement the trait by hand and override [`run_for`](Behavior::run_for), set it to
    /// `true`.
    const TAKES_TIME: bool = false;

    /// What `run` can return. Default: everything that its [`Answer`](Behavior::Answer) allows.
    ///
    /// If you implement the trait by hand and `run` returns [`Status`](crate::Status) but never `Running`, say so here.
    /// Then the leaf takes no space in the state of its tree, and a tree that relies on a result that is ruled out does
    /// not compile. Derived leaves use `returns(..)` in their attribute instead.
    ///
    /// # Panics
    ///
    /// A tick panics if `run` returns a status that this rules out, and `send` panics if `receive` does.
    ///
    /// # Example
    ///
    /// ```
    /// use bt::{Behavior, Can, Status, bt};
    ///
    /// #[derive(Default)]
    /// struct IsEven;
    ///
    /// impl Behavior<u32> for IsEven {
    ///     type Answer = Status;
    ///     const CAN: Can = Can { run: false, ..Can::ANYTHING };
    ///
    ///     fn run(&mut self, number: &mut u32) -> Status {
    ///         Status::from(*number % 2 == 0)
    ///     }
    /// }
    ///
    /// bt! { Check(u32) = sequence < is_even, inverter < is_even > > }
    ///
    /// assert_eq!(size_of::<Check>(), 0);
    /// assert!(Check::new().tick(&mut 4).is_failure());
    /// ```
    const CAN: Can = <Self::Answer as Answer>::CAN;

    /// Whether it is a compile error if an enum or a subtree around the leaf does not pass its messages on.
    ///
    /// If you implement [`Receive`](crate::Receive) by hand, set it to `true`: such a leaf gets messages only through
    /// enums and subtrees that name their type, and without this, forgetting to name it is not an error. The derive
    /// sets it where it is needed: for messages that borrow or are unsized, such as `Hit<'_>` or `str`.
    ///
    /// ```
    /// use bt::{Behavior, Receive, Status, bt};
    ///
    /// struct Hit<'a> { by: &'a str }
    ///
    /// #[derive(Default)]
    /// struct Stand;
    ///
    /// impl Behavior<String> for Stand {
    ///     type Answer = Status;
    ///     const MUST_HEAR: bool = true;
    ///
    ///     fn run(&mut self, _: &mut String) -> Status {
    ///         Status::Running
    ///     }
    /// }
    ///
    /// impl Receive<String, Hit<'_>> for Stand {
    ///     fn receive(&mut self, last: &mut String, hit: &Hit<'_>) -> Status {
    ///         last.replace_range(.., hit.by);
    ///         Status::Running
    ///     }
    /// }
    ///
    /// // Without `on Hit<'_>` here, `Sentry` would not compile.
    /// bt! { Outpost(String) on Hit<'_> = forever < stand > }
    /// bt! { Sentry(String) on Hit<'_> = sequence < succeed, outpost > }
    ///
    /// let (mut sentry, mut last) = (Sentry::new(), String::new());
    /// sentry.tick(&mut last);
    /// sentry.send(&mut last, &Hit { by: "a wolf" });
    /// assert_eq!(last, "a wolf");
    /// ```
    const MUST_HEAR: bool = false;

    /// Starts the leaf. Called once, in the same tick as the first `run` and before it. Default: nothing.
    fn start(&mut self, context: &mut C) {
        let _ = context;
    }

    /// Starts a leaf whose start can fail, with the error in its [`Answer`](Behavior::Answer). Trees call this method;
    /// by default it calls [`start`](Behavior::start).
    ///
    /// ```
    /// use bt::{Behavior, Outcome, Status, bt};
    ///
    /// #[derive(Debug, PartialEq)]
    /// struct Jammed;
    ///
    /// #[derive(Default)]
    /// struct Open;
    ///
    /// impl Behavior<u32> for Open {
    ///     type Answer = Result<Status, Jammed>;
    ///
    ///     fn try_start(&mut self, snow: &mut u32) -> Result<(), Jammed> {
    ///         if *snow > 3 { Err(Jammed) } else { Ok(()) }
    ///     }
    ///
    ///     fn run(&mut self, _: &mut u32) -> Result<Status, Jammed> {
    ///         Ok(Status::Success)
    ///     }
    ///
    ///     fn finish(&mut self, snow: &mut u32, outcome: Outcome) {
    ///         assert!(*snow < 4 || outcome == Outcome::Aborted);
    ///     }
    /// }
    ///
    /// bt! { Door(u32) -> Result<Jammed> = open }
    ///
    /// assert_eq!(Door::new().tick(&mut 1), Ok(Status::Success));
    /// assert_eq!(Door::new().tick(&mut 4), Err(Jammed));
    /// ```
    ///
    /// # Errors
    ///
    /// After an error the leaf gets no `run`, but a `finish` with [`Outcome::Aborted`]. Then the error ends the tree,
    /// as an error of `run` does.
    fn try_start(&mut self, context: &mut C) -> Result<(), <Self::Answer as Answer>::Error> {
        self.start(context);
        Ok(())
    }

    /// Does the work of the leaf. Called once per tick while the leaf is active, until it returns success or failure.
    fn run(&mut self, context: &mut C) -> Self::Answer;

    /// Does the work of a leaf that takes time, of which `span` is left in this tick. Trees call this method; by
    /// default it calls [`run`](Behavior::run). A leaf that overrides it sets [`TAKES_TIME`](Behavior::TAKES_TIME), and
    /// [spends](Span::spend) the time that it uses.
    ///
    /// When a leaf ends, the rest of the span passes to the next node. A leaf that is still running has used all of it.
    /// A leaf that does not override this method takes no time.
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
    /// A leaf that holds a tree calls `tick_for` of the tree with the span. Otherwise, no time would pass in the tree:
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
    ///     const TAKES_TIME: bool = true;
    ///
    ///     fn run(&mut self, rests: &mut u32) -> Status {
    ///         self.0.tick_for(0.0, rests)
    ///     }
    ///
    ///     fn run_for(&mut self, rests: &mut u32, span: &mut Span) -> Status {
    ///         self.0.tick_for(span, rests)
    ///     }
    ///
    ///     fn finish(&mut self, rests: &mut u32, outcome: Outcome) {
    ///         if outcome == Outcome::Aborted {
    ///             self.0.abort(rests);
    ///         }
    ///     }
    /// }
    ///
    /// let mut rests = 0;
    /// let mut day = bt!((u32) = forever < Rested { 0: Rest::new() } >);
    /// assert!(day.tick_for(1.0, &mut rests).is_running());
    /// assert_eq!(rests, 2);
    /// ```
    fn run_for(&mut self, context: &mut C, span: &mut Span) -> Self::Answer {
        let _ = span;
        self.run(context)
    }

    /// Ends the leaf; `outcome` says how. Called once, after the last `run` of an activation, also when the leaf is
    /// aborted. Not called by [`reset`](crate::TreeFor::reset), by the drop of the tree, or after a panic. Default:
    /// nothing.
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }

    /// Whether the leaf has `run` alone, and [`run_once`](Behavior::run_once) moves its fields. `#[leaf]` sets it.
    #[doc(hidden)]
    const RUNS_ONCE: bool = false;

    /// A tree calls this instead of `run_for` if [`RUNS_ONCE`](Behavior::RUNS_ONCE) is set and the leaf cannot be
    /// running: no other hook is called, so it may move its fields.
    #[doc(hidden)]
    #[inline]
    fn run_once(self, context: &mut C, span: &mut Span) -> Self::Answer {
        let mut leaf = self;
        leaf.run_for(context, span)
    }

    /// Makes the leaf, if its type has no fields. The derive and `#[leaf]` set it.
    #[doc(hidden)]
    const UNIT: Option<fn() -> Self> = None;

    /// How long the running leaf can go without a tick. `None`, the default, if every `run` matters.
    ///
    /// Override it in leaves that only wait for time to pass. `Some(time)` promises two things about every `run` before
    /// that time has passed: it returns running without any effect on the context, and one run with the sum of several
    /// spans has the same effect as several runs. The [`sleep`](crate::TreeFor::sleep) of the tree is computed from it.
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
}
