//! `Composite`: a node of your own with several children.

use crate::can::Can;
use crate::status::{Outcome, Status};

/// A node of your own with several children, one of which is active at a time.
///
/// It is used as `name(args) < child, child, .. >`, with two or more children: `best_of(3) < attack, defend >` is
/// `BestOf::new(3)` above the leaves `Attack` and `Defend`. The composite lives while the node is active.
/// [`start`](Composite::start) and [`finish`](Composite::finish) are called like those of a leaf, exactly once each.
/// `A` is what [`first`](Composite::first) and [`after`](Composite::after) return: [`Next`], or `Result<Next, E>` for a
/// composite that can end its tree with an error.
///
/// Most composites derive this trait; see the [derive macro](derive@crate::Composite). You can also implement it by
/// hand:
///
/// ```
/// use bt::{Composite, Next, Status, bt};
///
/// /// Runs all its children in order, and succeeds if most of them have succeeded.
/// #[derive(Default)]
/// struct Majority {
///     children: usize,
///     successes: usize,
/// }
///
/// impl<C> Composite<C> for Majority {
///     fn first(&mut self, _: &mut C, children: usize) -> Next {
///         self.children = children;
///         Next::Child(0)
///     }
///
///     fn after(&mut self, _: &mut C, child: usize, ended: Status) -> Next {
///         self.successes += usize::from(ended.is_success());
///         if child + 1 < self.children {
///             Next::Child(child + 1)
///         } else {
///             Next::End(Status::from(self.successes * 2 > self.children))
///         }
///     }
/// }
///
/// bt! {
///     Vote(u32) = majority <
///         condition(|votes| *votes > 1),
///         condition(|votes| *votes > 2),
///         condition(|votes| *votes > 3),
///     >
/// }
///
/// assert_eq!(Vote::new().tick(&mut 3), Status::Success);
/// assert_eq!(Vote::new().tick(&mut 2), Status::Failure);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a composite for the context `{C}`",
    label = "not a composite for `{C}`",
    note = "a node with several children is either a built-in or a type that implements `Composite`; a decorator \
            takes one child: wrap them in a `sequence` or a `selector`"
)]
pub trait Composite<C: ?Sized, A: Choice = Next>: Sized {
    /// What the node can return. Default: everything.
    ///
    /// The derive sets it from `returns(..)`. A composite that returns something else panics. Whether the node can be
    /// running depends on its children.
    const CAN: Can = Can::ANYTHING;

    /// Whether [`look`](Composite::look) is called. Default: `true`.
    ///
    /// The derive sets it. If you implement the trait by hand without a `look`, set it to `false`: then the
    /// [`sleep`](crate::TreeFor::sleep) of the tree is that of the active child.
    const LOOKS: bool = true;

    /// Starts the composite. Called once, before [`first`](Composite::first). It returns nothing, or a `Result` if
    /// `first` does. Default: nothing.
    ///
    /// # Errors
    ///
    /// An error ends the tree: `first` is not called, and `finish` gets [`Outcome::Aborted`].
    fn start(&mut self, context: &mut C) -> A::Start {
        let _ = context;
        A::started()
    }

    /// Picks the first child. `children` is the number of children; they are counted from 0.
    ///
    /// # Errors
    ///
    /// An error ends the tree, as one of `start` does.
    ///
    /// # Panics
    ///
    /// The tree panics if there is no such child, and after [`Next::End`] with `Running`.
    fn first(&mut self, context: &mut C, children: usize) -> A;

    /// Says what follows when a child has ended. `ended` is `Success` or `Failure`. The next child may be the same one.
    ///
    /// It is not called when a child was aborted, or has returned an error. After 10,000 passes in one tick the next
    /// child is started in the next tick, without a `look`.
    ///
    /// # Errors
    ///
    /// An error ends the tree, and `finish` gets [`Outcome::Aborted`].
    ///
    /// # Panics
    ///
    /// The tree panics if there is no such child, and after [`Next::End`] with `Running`.
    fn after(&mut self, context: &mut C, child: usize, ended: Status) -> A;

    /// Decides whether the active child stays active. Called at the beginning of each tick but the first one, before
    /// the active child is ticked. It returns a [`Look`], or a `Result` of it if `first` returns one. Default: the
    /// child stays active.
    ///
    /// It is not called in the tick after a message has ended the child: then `after` is called at once.
    ///
    /// ```
    /// use bt::{Composite, Look, Next, Status, bt};
    ///
    /// /// Runs its first child while the alarm is on, else its second child.
    /// #[derive(Default)]
    /// struct OnAlarm;
    ///
    /// impl Composite<bool> for OnAlarm {
    ///     fn first(&mut self, alarm: &mut bool, _: usize) -> Next {
    ///         Next::Child(usize::from(!*alarm))
    ///     }
    ///
    ///     fn after(&mut self, _: &mut bool, _: usize, ended: Status) -> Next {
    ///         Next::End(ended)
    ///     }
    ///
    ///     fn look(&mut self, alarm: &mut bool, _: usize) -> Look {
    ///         Look::Switch(usize::from(!*alarm))
    ///     }
    /// }
    ///
    /// bt! { Guard(bool) = on_alarm < succeed, running > }
    ///
    /// let (mut guard, mut alarm) = (Guard::new(), false);
    /// assert_eq!(guard.tick(&mut alarm), Status::Running);
    /// alarm = true;
    /// assert_eq!(guard.tick(&mut alarm), Status::Success);
    /// ```
    ///
    /// # Errors
    ///
    /// An error ends the tree: the active child is aborted, and `finish` gets [`Outcome::Aborted`].
    ///
    /// # Panics
    ///
    /// The tree panics if there is no such child, and after [`Look::End`] with `Running`.
    fn look(&mut self, context: &mut C, active: usize) -> A::Look {
        let _ = (context, active);
        A::stay()
    }

    /// Ends the composite, with the outcome of the node. Called once, after the last hook of an activation; the active
    /// child has been aborted before. After an error, the outcome is [`Outcome::Aborted`]. Not called by
    /// [`reset`](crate::TreeFor::reset), by the drop of the tree, or after a panic. Default: nothing.
    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        let _ = (context, outcome);
    }
}

/// What a [`Composite`] does next: the answer of its [`first`](Composite::first) and [`after`](Composite::after).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// Starts this child, counted from 0, in the same tick.
    Child(usize),
    /// Ends the node, with success or failure. The tree panics if it is [`Status::Running`].
    End(Status),
}

/// What a [`Composite`] does with its active child at the beginning of a tick: the answer of its
/// [`look`](Composite::look).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// The child stays active.
    Stay,
    /// The child is aborted, and this one, counted from 0, is started. If it is the active child, nothing changes.
    Switch(usize),
    /// The child is aborted, and the node ends, with success or failure. The tree panics if it is [`Status::Running`].
    End(Status),
}

/// What [`Composite::first`] and [`Composite::after`] may return: [`Next`], or a `Result` of it.
///
/// ```
/// use bt::{Composite, Next, Status, bt};
///
/// #[derive(Debug, PartialEq)]
/// struct NoAmmo;
///
/// /// Fires its children one after the other.
/// #[derive(Default)]
/// struct Salvo;
///
/// impl Composite<u32, Result<Next, NoAmmo>> for Salvo {
///     fn first(&mut self, shells: &mut u32, _: usize) -> Result<Next, NoAmmo> {
///         if *shells == 0 { Err(NoAmmo) } else { Ok(Next::Child(0)) }
///     }
///
///     fn after(&mut self, _: &mut u32, child: usize, ended: Status) -> Result<Next, NoAmmo> {
///         Ok(if child == 0 { Next::Child(1) } else { Next::End(ended) })
///     }
/// }
///
/// bt! { Ship(u32) -> Result<NoAmmo> = salvo < action(|shells| *shells -= 1), succeed > }
///
/// let (mut ship, mut shells) = (Ship::new(), 1);
/// assert_eq!(ship.tick(&mut shells), Ok(Status::Success));
/// assert_eq!(ship.tick(&mut shells), Err(NoAmmo));
/// ```
#[diagnostic::on_unimplemented(
    message = "`first` and `after` cannot return `{Self}`",
    label = "expected `Next`, or a `Result` of it"
)]
pub trait Choice: Sized {
    /// What [`Composite::look`] returns: [`Look`], or a `Result` of it with the same error.
    type Look;

    /// What [`Composite::start`] returns: `()`, or a `Result` of it with the same error.
    type Start;

    #[doc(hidden)]
    fn stay() -> Self::Look;

    #[doc(hidden)]
    fn started() -> Self::Start;
}

impl Choice for Next {
    type Look = Look;
    type Start = ();

    #[inline(always)]
    fn stay() -> Look {
        Look::Stay
    }

    #[inline(always)]
    fn started() {}
}

impl<F> Choice for Result<Next, F> {
    type Look = Result<Look, F>;
    type Start = Result<(), F>;

    #[inline(always)]
    fn stay() -> Self::Look {
        Ok(Look::Stay)
    }

    #[inline(always)]
    fn started() -> Self::Start {
        Ok(())
    }
}
