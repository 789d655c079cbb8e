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
/// Its hooks are called in every tick, so while it is active, the [`sleep`](crate::TreeFor::sleep) of the tree is
/// `None`.
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
    /// Whether the decorator takes time. A tree with such a node needs a duration for each tick: calling its `tick` is
    /// a compile error, so use `tick_for`.
    ///
    /// The derive sets it. If you implement the trait by hand and override [`before_for`](Decorator::before_for) for
    /// its span, set it to `true`.
    const TAKES_TIME: bool = false;

    /// Starts the decorator. Called once, before the first `before` of an activation. Default: nothing.
    fn start(&mut self, context: &mut C) {
        let _ = context;
    }

    /// Starts a decorator whose start can fail, with the error that `before_for` can return. Trees call this method; by
    /// default it calls [`start`](Decorator::start).
    ///
    /// # Errors
    ///
    /// After an error only `finish` is called, with [`Outcome::Aborted`], and the error ends the tree.
    fn try_start(&mut self, context: &mut C) -> Result<(), A::Error> {
        self.start(context);
        Ok(())
    }

    /// Decides whether the child runs. Called in each tick before the child. `Some` is the status of the node: the
    /// child is not run, and aborted if it is active. Default: `None`, the child runs.
    fn before(&mut self, context: &mut C) -> Option<Status> {
        let _ = context;
        None
    }

    /// Decides like [`before`](Decorator::before), but can spend time, of which `span` is left in this tick, and can
    /// return an error. The child gets the time that is left after it. Trees call this method; by default it calls
    /// `before`.
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

    /// Turns the status of the child into the status of the node. Called in each tick after the child, but not after an
    /// error of the child. A child that is still running when the node ends is aborted. If the method returns `Running`
    /// for a child that has ended, the child restarts in the next tick. Default: the child's status.
    fn after(&mut self, context: &mut C, status: Status) -> Status {
        let _ = context;
        status
    }

    /// Ends the decorator, with the outcome of the node. Called once, after the last hook of an activation; the nodes
    /// below it have ended or been aborted before. After an error, the outcome is [`Outcome::Aborted`]. Not called by
    /// [`reset`](crate::TreeFor::reset), by the drop of the tree, or after a panic. Default: nothing.
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }
}

/// What [`Decorator::before_for`] may return: `Option<Status>`, or a `Result` of it. Use it as the bound of a decorator
/// around any other decorator.
///
/// ```
/// use bt::{Decision, Decorator, Span, Status, bt};
///
/// /// Counts how often another decorator decides.
/// #[derive(Default)]
/// struct Counted<D>(D);
///
/// impl<A: Decision, D: Decorator<u32, A>> Decorator<u32, A> for Counted<D> {
///     fn before_for(&mut self, count: &mut u32, span: &mut Span) -> A {
///         *count += 1;
///         self.0.before_for(count, span)
///     }
/// }
///
/// #[derive(Default)]
/// struct Locked;
///
/// impl Decorator<u32> for Locked {
///     fn before(&mut self, _: &mut u32) -> Option<Status> {
///         Some(Status::Failure)
///     }
/// }
///
/// bt! { Door(u32) = counted::<Locked> < succeed > }
///
/// let mut count = 0;
/// assert!(Door::new().tick(&mut count).is_failure());
/// assert_eq!(count, 1);
/// ```
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
