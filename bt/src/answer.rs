//! `Answer`: what the `run` of a leaf may return.

use core::task::Poll;

use crate::can::Can;
use crate::status::Status;

/// Seals [`Answer`].
pub trait Sealed {}

/// Whether an answer can be running, as a type. It has no lifetimes, even if the answer borrows.
pub trait MayRun {
    /// Whether it can be.
    const RUN: bool;
}

/// It can be running.
#[derive(Debug)]
pub struct Runs;

/// It ends at once.
#[derive(Debug)]
pub struct Ends;

impl MayRun for Runs {
    const RUN: bool = true;
}

impl MayRun for Ends {
    const RUN: bool = false;
}

/// What the `run` of a leaf may return: [`Status`], `bool` (`true` is success), `()` (success), `Option<T>` (`Some` is
/// success), `Poll<Option<T>>` (`Pending` is running), `Poll<()>`, or a `Result` of one of those. A tree can bind the
/// value, as in `find_prey -> prey`; an unused value is dropped.
///
/// The trait is sealed: no other type implements it.
///
/// ```
/// use bt::{Answer, Behavior, Status, bt};
///
/// /// Runs a leaf, and counts its runs in the context.
/// #[derive(Default)]
/// struct Counted<L>(L);
///
/// impl<A: Answer, L: Behavior<u32, Answer = A>> Behavior<u32> for Counted<L> {
///     type Answer = A;
///
///     fn run(&mut self, runs: &mut u32) -> A {
///         *runs += 1;
///         self.0.run(runs)
///     }
/// }
///
/// #[derive(Behavior, Default)]
/// #[behavior(context = u32)]
/// struct IsOdd;
///
/// impl IsOdd {
///     fn run(&self, number: &u32) -> bool {
///         number % 2 == 1
///     }
/// }
///
/// bt! { Check(u32) = counted::<IsOdd> }
/// assert_eq!(Check::new().tick(&mut 0), Status::Success);
/// ```
#[diagnostic::on_unimplemented(
    message = "a leaf cannot return `{Self}`",
    label = "expected `Status`, `bool`, `()`, `Option<T>`, `Poll<Option<T>>`, or a `Result` of one of them"
)]
pub trait Answer: Sized + Sealed {
    #[doc(hidden)]
    type Error;
    /// How a tree calls the hooks of a leaf with this answer.
    #[doc(hidden)]
    type Way;
    /// The value of a success.
    #[doc(hidden)]
    type Value;
    /// Whether it can be running.
    #[doc(hidden)]
    type MayRun: MayRun;
    #[doc(hidden)]
    const CAN: Can;
    /// Whether handwritten leaves return it. Generated code checks its answers itself.
    #[doc(hidden)]
    const BY_HAND: bool = true;
    #[doc(hidden)]
    fn into_result(self) -> Result<Status, Self::Error>;
    #[doc(hidden)]
    fn into_value(self) -> Result<Poll<Option<Self::Value>>, Self::Error>;
    #[doc(hidden)]
    fn of_value(value: Self::Value) -> Self;
}
