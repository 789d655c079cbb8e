//! How the derive reaches the methods of a leaf, and what it asks of them.
//!
//! Generated code calls the hooks by their names alone, with the trait in scope: so it gets the leaf's own method, or the
//! trait's where there is none. Nothing looks at the leaf's `impl`; its types tell all, and the traits below turn what
//! does not fit into one readable error.

#![doc(hidden)]

use core::marker::PhantomData;
use core::time::Duration;

use crate::answer::{Adapted, Answer, NoError, Plain, Raise};
use crate::behavior::Behavior;
use crate::drive::without_error;
use crate::status::{Can, Status};
use crate::time::Span;

/// What the `run` of the leaf `L` may return, where `E` is the error that its attribute names.
///
/// What else is asked of it is asked by associated types, so that each has a message of its own.
#[diagnostic::on_unimplemented(
    message = "the `run` of `{L}` returns `{Self}`, which is not an answer of a leaf",
    label = "expected `Status`, `bool`, `()`, or a `Result` of one of them"
)]
pub trait Returns<L, E>: Returned<E> {
    /// The same without the error.
    type Plain: Answer;
    type Run;
}

/// What a `run` returned, as a `Result`. It is apart, so that there is one function for all leaves.
pub trait Returned<E> {
    type Error;
    fn into_result(self) -> Result<Status, Self::Error>;
}

/// That a `run` is the leaf's own. The trait's answers with [`Adapted`], which no `run` of a user's can return.
#[diagnostic::on_unimplemented(
    message = "`{L}` has no method `run`",
    label = "a leaf needs a method `run`",
    note = "write `fn run(&mut self, context: &mut {C}) -> Status` in an `impl {L}`"
)]
pub trait IsOwn<L, C: ?Sized> {}

/// The same, for a leaf for any context.
#[diagnostic::on_unimplemented(
    message = "`{L}` has no method `run`",
    label = "a leaf needs a method `run`",
    note = "write `fn run(&mut self, context: &mut impl Trait) -> Status` in an `impl {L}`, with the trait of its contexts"
)]
pub trait IsOwnForAny<L> {}

/// A hook that is the leaf's own.
pub struct Own;

/// The hook of the trait, found because the leaf has none.
pub struct OfTrait;

#[diagnostic::do_not_recommend]
impl<L> IsOwnForAny<L> for Own {}

#[diagnostic::do_not_recommend]
impl<L, C: ?Sized> IsOwn<L, C> for Own {}

/// That an error of a leaf is the error `E`, which its attribute names.
#[diagnostic::on_unimplemented(
    message = "the `run` of this leaf returns `Result<_, {Self}>`, but its attribute does not name that error",
    label = "expected `error = {Self}` in its attribute",
    note = "write `#[behavior(context = ..., error = {Self})]`"
)]
pub trait IsError<E> {
    fn error(self) -> E;
}

impl<E> IsError<E> for E {
    #[inline(always)]
    fn error(self) -> E {
        self
    }
}

macro_rules! returns {
    ($($answer:ty, $run:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L, E> Returns<L, E> for $answer {
            type Plain = $answer;
            type Run = $run;
        }

        #[diagnostic::do_not_recommend]
        impl<L, F, E> Returns<L, E> for Result<$answer, F> {
            type Plain = $answer;
            type Run = $run;
        }

        impl<E> Returned<E> for $answer {
            type Error = E;
            #[inline(always)]
            fn into_result(self) -> Result<Status, E> {
                Ok(self.status())
            }
        }

        impl<F, E> Returned<E> for Result<$answer, F> {
            type Error = F;
            #[inline(always)]
            fn into_result(self) -> Result<Status, F> {
                self.map(Plain::status)
            }
        }
    )*};
}

returns! {
    Status, Own;
    bool, Own;
    (), Own;
    Adapted, OfTrait;
}

/// What the body of a leaf's `run` hands to its [`Behavior`], whose answer is `A`: its type tells what it can be.
pub trait Ran<A> {
    const CAN: Can;
    fn answer(self) -> A;
}

/// The answer of a leaf by hand, which is what it is.
pub struct ByHand<A>(pub A);

impl<A: Answer> Ran<A> for ByHand<A> {
    const CAN: Can = A::CAN;
    #[inline(always)]
    fn answer(self) -> A {
        self.0
    }
}

/// The answer of a derived leaf with the error `E`, whose `run` returns a `P`, or a `Result` of it.
pub struct Derived<E, P>(Result<Status, E>, PhantomData<P>);

impl<P: Answer> Ran<Adapted> for Derived<NoError, P> {
    const CAN: Can = P::CAN;
    #[inline(always)]
    fn answer(self) -> Adapted {
        Adapted(without_error(self.0))
    }
}

impl<E, P: Answer> Ran<Result<Adapted, E>> for Derived<E, P> {
    const CAN: Can = P::CAN;
    #[inline(always)]
    fn answer(self) -> Result<Adapted, E> {
        self.0.map(Adapted)
    }
}

/// What a leaf can answer, told by the type that its [`__own`](Behavior::__own) returns.
pub const fn can<'a, L: 'a, C: ?Sized + 'a, R: Ran<A>, A>(
    _: &impl FnOnce(&'a mut L, &'a mut C, &'a mut Span) -> R,
) -> Can {
    R::CAN
}

/// What the `run` of a derived leaf has returned.
#[inline(always)]
pub fn ran<L, C: ?Sized, E, R>(returned: R) -> Derived<E, R::Plain>
where
    R: Returns<L, E, Run: IsOwn<L, C>, Error: IsError<E>>,
{
    Derived(returned.into_result().map_err(IsError::error), PhantomData)
}

/// The same of a leaf for any context.
#[inline(always)]
pub fn ran_for_any<L, E, R>(returned: R) -> Derived<E, R::Plain>
where
    R: Returns<L, E, Run: IsOwnForAny<L>, Error: IsError<E>>,
{
    Derived(returned.into_result().map_err(IsError::error), PhantomData)
}

/// The `run` of a leaf without the time that is left, which is none.
#[inline(always)]
pub fn instant<L: Behavior<C>, C: ?Sized>(leaf: &mut L, context: &mut C) -> L::Answer {
    leaf.run_for(context, &mut Span::of(Duration::ZERO))
}

/// The answer of a leaf that declares what it returns.
///
/// # Panics
///
/// If it is another: trees leave out what they take to be impossible.
#[inline(always)]
pub fn as_declared<L: Behavior<C>, C: ?Sized, E, P>(ran: Derived<E, P>) -> Derived<E, P> {
    if let Ok(status) = ran.0 {
        declared::<L, C>("run", status);
    }
    ran
}

#[inline(always)]
fn declared<L: Behavior<C>, C: ?Sized>(hook: &str, status: Status) {
    assert!(
        L::CAN.has(status),
        "the `{hook}` of `{}` returned `{status:?}`, which its `returns(...)` leaves out",
        core::any::type_name::<L>(),
    );
}

/// Two functions, told apart by their types: each function has one of its own. As trait methods are functions, too, this
/// tells whether a leaf has its own.
pub struct Pair<A, B>(pub A, pub B);

impl<A> Pair<A, A> {
    #[inline(always)]
    pub fn __same(&self) -> bool {
        true
    }

    #[inline(always)]
    pub fn __first_is(&self) -> OfTrait {
        OfTrait
    }
}

/// The same of two functions that are not the same.
pub trait Differ {
    #[inline(always)]
    fn __same(&self) -> bool {
        false
    }

    #[inline(always)]
    fn __first_is(&self) -> Own {
        Own
    }
}

impl<A, B> Differ for Pair<A, B> {}

/// What a hook may take as `self`.
#[diagnostic::on_unimplemented(
    message = "a hook of a leaf takes `&mut self` or `&self`, but one takes `{Receiver}`",
    label = "a hook of this leaf takes `{Receiver}`",
    note = "if the leaf is `Copy`, its hooks may take `self`"
)]
pub trait Lend<Receiver> {
    fn lend(self) -> Receiver;
}

#[diagnostic::do_not_recommend]
impl<'a, L> Lend<&'a mut L> for &'a mut L {
    #[inline(always)]
    fn lend(self) -> &'a mut L {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<'a, L> Lend<&'a L> for &'a mut L {
    #[inline(always)]
    fn lend(self) -> &'a L {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<L: Copy> Lend<L> for &mut L {
    #[inline(always)]
    fn lend(self) -> L {
        *self
    }
}

/// What `start` and `finish` return.
#[diagnostic::on_unimplemented(
    message = "the hooks `start` and `finish` of a leaf return nothing, but one returns `{Self}`",
    label = "a hook of this leaf returns `{Self}`"
)]
pub trait Nothing {
    /// The end of a `start` or `finish`.
    fn done(self);
}

#[diagnostic::do_not_recommend]
impl Nothing for () {
    #[inline(always)]
    fn done(self) {}
}

/// That a leaf with a `message` in its attribute has a `receive` of its own.
#[diagnostic::on_unimplemented(
    message = "`{L}` has no method `receive`",
    label = "a leaf that names a `message` needs a method `receive`",
    note = "write `fn receive(&mut self, context: &mut ..., message: &{M})` in an `impl {L}`"
)]
pub trait IsOwnReceive<L, M: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<L, M: ?Sized> IsOwnReceive<L, M> for Own {}

/// Asks that the `receive` of a leaf is its own.
#[inline(always)]
pub fn has_receive<L, M: ?Sized>(_: &L, _: &M, _: impl IsOwnReceive<L, M>) {}

/// What `receive` returns.
#[diagnostic::on_unimplemented(
    message = "the hook `receive` of a leaf returns nothing or a `Status`, but one returns `{Self}`",
    label = "the `receive` of this leaf returns `{Self}`"
)]
pub trait Reply {
    fn into_status(self) -> Status;
}

#[diagnostic::do_not_recommend]
impl Reply for () {
    #[inline(always)]
    fn into_status(self) -> Status {
        Status::Running
    }
}

#[diagnostic::do_not_recommend]
impl Reply for Status {
    #[inline(always)]
    fn into_status(self) -> Status {
        self
    }
}

/// What a leaf says after a message.
#[inline(always)]
pub fn reply(reply: impl Reply) -> Status {
    reply.into_status()
}

/// The same for a leaf that declares what it returns.
///
/// # Panics
///
/// If it is something else, as with [`as_declared`]. That it goes on is nothing that it returns.
#[inline(always)]
pub fn reply_as_declared<L: Behavior<C>, C: ?Sized>(status: Status) -> Status {
    if !status.is_running() {
        declared::<L, C>("receive", status);
    }
    status
}

/// An answer of a variant whose errors can pass through an enum with the error type `E`.
#[diagnostic::on_unimplemented(
    message = "the errors of this variant cannot pass through its enum",
    label = "it answers with a `Result`, and no `From` turns its error into the error of the enum",
    note = "an enum names its error in its attribute: `#[behavior(context = ..., error = ...)]`"
)]
pub trait Forward<E>: Answer {
    fn forward(self) -> Result<Status, E>;
}

#[diagnostic::do_not_recommend]
impl<A: Raise<E>, E> Forward<E> for A {
    #[inline(always)]
    fn forward(self) -> Result<Status, E> {
        self.into_result().map_err(A::convert)
    }
}
