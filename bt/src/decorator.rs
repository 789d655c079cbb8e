//! `Decorator`: a node of your own with one child.

use core::convert::Infallible;

use crate::status::{Outcome, Status};
use crate::time::Span;

/// A node of your own with one child. It can return a status instead of its child, or change the child's status.
///
/// It is used as `name(args) < child >`: `patience(3) < knock >` is `Patience::new(3)` around the leaf `Knock`. The
/// decorator lives while the node is active. [`start`](Decorator::start) and [`finish`](Decorator::finish) are called
/// like those of a leaf, exactly once each. `A` is what [`before_for`](Decorator::before_for) returns:
/// `Option<Status>`, or `Result<Option<Status>, E>` for a decorator that can end its tree with an error.
///
/// Most decorators derive this trait; see the [derive macro](derive@crate::Decorator). You can also implement it by
/// hand:
///
/// ```
/// use bt::{Decorator, Status, bt};
///
/// /// Fails its child when it has been running for more than `ticks` ticks.
/// struct Patience { ticks: u32 }
///
/// impl Patience {
///     fn new(ticks: u32) -> Self {
///         Patience { ticks }
///     }
/// }
///
/// impl<C> Decorator<C> for Patience {
///     fn before(&mut self, _: &mut C) -> Option<Status> {
///         if self.ticks == 0 {
///             return Some(Status::Failure);
///         }
///         self.ticks -= 1;
///         None
///     }
/// }
///
/// bt! { Knock(u32) = patience(2) < sequence < action(|knocks| *knocks += 1), running > > }
///
/// let (mut tree, mut knocks) = (Knock::new(), 0);
/// assert_eq!(tree.tick(&mut knocks), Status::Running);
/// assert_eq!(tree.tick(&mut knocks), Status::Running);
/// assert_eq!(tree.tick(&mut knocks), Status::Failure);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a decorator for the context `{C}`",
    label = "not a decorator for `{C}`",
    note = "a node with one child is either a built-in or a type that implements `Decorator`; a composite takes two \
            or more children"
)]
pub trait Decorator<C: ?Sized, A: Decision = Option<Status>>: Sized {
    /// Whether the decorator takes time. A tree with such a node has no `tick`, since each tick needs a duration.
    ///
    /// The derive sets it. If you implement the trait by hand and override [`before_for`](Decorator::before_for) for
    /// its span, set it to `true`.
    const TAKES_TIME: bool = false;

    /// Called once, before the first `before` of an activation.
    fn start(&mut self, context: &mut C) {
        let _ = context;
    }

    /// Trees call this instead of `start`. A decorator whose start can fail overrides it. Its error is the one that
    /// `before_for` can return.
    ///
    /// # Errors
    ///
    /// After an error only `finish` is called, with [`Outcome::Aborted`], and the error ends the tree.
    fn try_start(&mut self, context: &mut C) -> Result<(), A::Error> {
        self.start(context);
        Ok(())
    }

    /// Called in each tick before the child. `Some` is the status of the node: the child is not run, and aborted if
    /// it is active.
    fn before(&mut self, context: &mut C) -> Option<Status> {
        let _ = context;
        None
    }

    /// Trees call this instead of `before`: it takes the remaining time, passes the rest to the child, and can return
    /// an error.
    ///
    /// ```
    /// use bt::{Decorator, Span, Status, bt};
    ///
    /// #[derive(Debug, PartialEq)]
    /// struct Exhausted;
    ///
    /// /// Takes half a second before its child.
    /// #[derive(Default)]
    /// struct Tired {
    ///     rested: bool,
    /// }
    ///
    /// impl Decorator<u32, Result<Option<Status>, Exhausted>> for Tired {
    ///     const TAKES_TIME: bool = true;
    ///
    ///     fn before_for(&mut self, energy: &mut u32, span: &mut Span) -> Result<Option<Status>, Exhausted> {
    ///         if *energy == 0 {
    ///             return Err(Exhausted);
    ///         }
    ///         self.rested |= span.spend(0.5);
    ///         Ok(if self.rested { None } else { Some(Status::Running) })
    ///     }
    /// }
    ///
    /// bt! { Work(u32) -> Result<Exhausted> = forever < tired < action(|energy| *energy -= 1) > > }
    ///
    /// let (mut work, mut energy) = (Work::new(), 3);
    /// assert_eq!(work.tick_for(1.0, &mut energy), Ok(Status::Running));
    /// assert_eq!(energy, 1);
    /// assert_eq!(work.tick_for(1.0, &mut energy), Err(Exhausted));
    /// ```
    ///
    /// # Errors
    ///
    /// An error ends the tree: the child is aborted if it is active, and `finish` gets [`Outcome::Aborted`].
    fn before_for(&mut self, context: &mut C, span: &mut Span) -> A {
        let _ = span;
        A::of(self.before(context))
    }

    /// Called in each tick after the child, with its status; returns the status of the node. A child that is still
    /// running when the node ends is aborted. If it returns `Running` for a child that has ended, the child restarts
    /// in the next tick. It is not called after an error of the child.
    fn after(&mut self, context: &mut C, status: Status) -> Status {
        let _ = context;
        status
    }

    /// Called once, after the last hook of an activation, with the outcome of the node. Active nodes below it have
    /// been aborted before. An error also ends it with [`Outcome::Aborted`].
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }
}

/// What `before_for` may return: `Option<Status>`, or a `Result` of it.
#[diagnostic::on_unimplemented(
    message = "`before_for` cannot return `{Self}`",
    label = "expected `Option<Status>`, or a `Result` of it"
)]
pub trait Decision: Sized {
    #[doc(hidden)]
    type Error;
    #[doc(hidden)]
    fn of(status: Option<Status>) -> Self;
    #[doc(hidden)]
    fn failed(error: Self::Error) -> Self;
}

impl Decision for Option<Status> {
    type Error = Infallible;

    #[inline(always)]
    fn of(status: Option<Status>) -> Self {
        status
    }

    fn failed(error: Infallible) -> Self {
        match error {}
    }
}

impl<F> Decision for Result<Option<Status>, F> {
    type Error = F;

    #[inline(always)]
    fn of(status: Option<Status>) -> Self {
        Ok(status)
    }

    #[inline(always)]
    fn failed(error: F) -> Self {
        Err(error)
    }
}
