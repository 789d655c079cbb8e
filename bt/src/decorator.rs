//! `Decorator`: a node of your own with one child.

use crate::status::{Outcome, Status};
use crate::time::Span;

/// A node of your own with one child. It can return a status in place of the child, or change the child's status.
///
/// It is used as `name(args) < child >`: `patience(3) < knock >` is `Patience::new(3)` around the leaf `Knock`. Its
/// value lives while the node is active. [`start`](Decorator::start) and [`finish`](Decorator::finish) are called as those
/// of a leaf are, exactly once each. `A` is what [`before_for`](Decorator::before_for) returns: `Option<Status>`, or
/// `Result<Option<Status>, E>` for a decorator that can end its tree with an error.
///
/// Most decorators derive this trait; see the [derive macro](derive@crate::Decorator). It may be implemented by hand, too:
///
/// ```
/// use bt::{Decorator, Status, bt};
///
/// /// Fails its child when it has been running for more than so many ticks.
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
    note = "a node with one child that is no built-in is a type that implements `Decorator`"
)]
pub trait Decorator<C: ?Sized, A: Decision = Option<Status>>: Sized {
    /// Whether the decorator takes time. A tree with such a node refuses `tick`, since a tick must say how long it lasts.
    ///
    /// The derive finds it out. A decorator by hand that overrides [`before_for`](Decorator::before_for) for its span sets it
    /// to `true`.
    const TAKES_TIME: bool = false;

    /// Called once, before the first `before` of an activation.
    fn start(&mut self, context: &mut C) {
        let _ = context;
    }

    /// Called in each tick before the child. `Some` is the status of the node: the child is not run, and is aborted if it is
    /// active.
    fn before(&mut self, context: &mut C) -> Option<Status> {
        let _ = context;
        None
    }

    /// Called by trees in place of `before`: with the time that is left, of which the child gets the rest, and with an error.
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

    /// Called in each tick after the child, with its status; returns the status of the node. A child that is still running
    /// when the node ends is aborted. If it returns `Running` for a child that has ended, the child starts anew in the next
    /// tick. After an error of the child it is not called.
    fn after(&mut self, context: &mut C, status: Status) -> Status {
        let _ = context;
        status
    }

    /// Called once, after the last hook of an activation, with the outcome of the node. What is active below it has been
    /// aborted before. An error ends it with [`Outcome::Aborted`], too.
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }
}

/// What `before_for` may return: `Option<Status>`, or a `Result` of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer of `before_for`",
    label = "expected `Option<Status>`, or a `Result` of it"
)]
pub trait Decision: Sized {
    #[doc(hidden)]
    fn of(status: Option<Status>) -> Self;
}

impl Decision for Option<Status> {
    #[inline(always)]
    fn of(status: Option<Status>) -> Self {
        status
    }
}

impl<F> Decision for Result<Option<Status>, F> {
    #[inline(always)]
    fn of(status: Option<Status>) -> Self {
        Ok(status)
    }
}
