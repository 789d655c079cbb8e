//! The `run` of a derived leaf: what it may return, and how that becomes the answer of the leaf.
//!
//! The derive does not see the leaf's `impl`. It calls `run` and leaves the rest to types: the traits below report a
//! mismatch as one readable error.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::task::Poll;

use super::error::IsError;
use super::own::{IsOwn, IsOwnForAny, OfTrait, Own};
use super::ran::Ran;
use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::can::Can;
use crate::engine::leaf::answers::{Adapted, Plain};
use crate::engine::leaf::ways::Hearing;
use crate::status::Status;
use crate::time::Span;

/// What the `run` of the leaf `L` may return, where `E` is the error that its attribute names, and `V` says which value
/// it has: [`AnyValue`] or [`Value`].
///
/// Each further bound is on an associated type, so that it has its own error message.
#[diagnostic::on_unimplemented(
    message = "the leaf `{L}` cannot return `{Self}`",
    label = "expected `Status`, `bool`, `()`, `Option<T>`, `Poll<Option<T>>`, or a `Result` of one of them"
)]
pub trait Returns<L, E, V>: Returned<E, V> {
    /// An answer without the error, with the same possible statuses.
    type Plain: Answer;
    type Run;
}

/// The result of a `run`, as a `Result`. A separate trait, so that there is one function for all leaves.
pub trait Returned<E, V> {
    type Error;
    /// A status, or a value if the leaf has one.
    type Held;
    fn into_result(self) -> Result<Self::Held, Self::Error>;
}

/// The leaf does not say which value it has.
pub struct AnyValue;

/// The leaf says that it has a value of the type `T`. This distinguishes `Poll<T>` from `Poll<Option<T>>`.
pub struct Value<T>(PhantomData<T>);

macro_rules! returns {
    ($([$($param:ident),*] $answer:ty, $value:ty, $plain:ty, $run:ty, $this:ident => $held:ty, $status:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L, E, $($param),*> Returns<L, E, $value> for $answer {
            type Plain = $plain;
            type Run = $run;
        }

        #[diagnostic::do_not_recommend]
        impl<L, F, E, $($param),*> Returns<L, E, $value> for Result<$answer, F> {
            type Plain = $plain;
            type Run = $run;
        }

        #[diagnostic::do_not_recommend]
        impl<E, $($param),*> Returned<E, $value> for $answer {
            type Error = E;
            type Held = $held;
            #[inline(always)]
            fn into_result(self) -> Result<$held, E> {
                let $this = self;
                Ok($status)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<F, E, $($param),*> Returned<E, $value> for Result<$answer, F> {
            type Error = F;
            type Held = $held;
            #[inline(always)]
            fn into_result(self) -> Result<$held, F> {
                self.map(|$this| $status)
            }
        }
    )*};
}

returns! {
    [] Status, AnyValue, Status, Own, this => Status, this;
    [] bool, AnyValue, bool, Own, this => Status, this.status();
    [] (), AnyValue, (), Own, this => Status, this.status();
    [T] Option<T>, AnyValue, Option<T>, Own, this => Status, this.status();
    [T] Poll<Option<T>>, AnyValue, Poll<Option<T>>, Own, this => Status, this.status();
    [] Poll<()>, AnyValue, Poll<()>, Own, this => Status, this.status();
    [T] Option<T>, Value<T>, Option<T>, Own, this => Poll<Option<T>>, Poll::Ready(this);
    [T] Poll<Option<T>>, Value<T>, Poll<Option<T>>, Own, this => Poll<Option<T>>, this;
    [T] Poll<T>, Value<T>, Poll<()>, Own, this => Poll<Option<T>>, this.map(Some);
    [V, H, W] Adapted<H, W>, V, Status, OfTrait, this => H, this.0;
}

/// The answer of a derived leaf with the error `E`, whose `run` returns a `P`, or a `Result` of it. It holds a status,
/// or a value if the leaf has one.
pub struct Derived<E, P, H = Status>(pub(super) Result<H, E>, PhantomData<P>);

impl<P: Answer, H, W: Hearing> Ran<Adapted<H, W>> for Derived<Infallible, P, H> {
    const CAN: Can = Can { end_by_message: W::CAN.end_by_message, ..P::CAN };
    #[inline(always)]
    fn answer(self) -> Adapted<H, W> {
        let Ok(held) = self.0;
        Adapted::new(held)
    }
}

impl<E, P: Answer, H, W: Hearing> Ran<Result<Adapted<H, W>, E>> for Derived<E, P, H> {
    const CAN: Can = Can { end_by_message: W::CAN.end_by_message, ..P::CAN };
    #[inline(always)]
    fn answer(self) -> Result<Adapted<H, W>, E> {
        self.0.map(Adapted::new)
    }
}

/// The result of a derived leaf's `run`.
#[inline(always)]
pub fn ran<L, C: ?Sized, E, V, R>(returned: R) -> Derived<E, R::Plain, R::Held>
where
    R: Returns<L, E, V, Run: IsOwn<L, C>, Error: IsError<E>>,
{
    // No `map_err`: without optimization, that adds a function per leaf.
    match returned.into_result() {
        Ok(held) => Derived(Ok(held), PhantomData),
        Err(error) => Derived(Err(error.error()), PhantomData),
    }
}

/// The result of the `run` of a derived leaf with a generic context.
#[inline(always)]
pub fn ran_for_any<L, E, V, R>(returned: R) -> Derived<E, R::Plain, R::Held>
where
    R: Returns<L, E, V, Run: IsOwnForAny<L>, Error: IsError<E>>,
{
    // No `map_err`: without optimization, that adds a function per leaf.
    match returned.into_result() {
        Ok(held) => Derived(Ok(held), PhantomData),
        Err(error) => Derived(Err(error.error()), PhantomData),
    }
}

/// The `run` of a leaf outside of a tick, with no time left.
#[inline(always)]
pub fn instant<L: Behavior<C>, C: ?Sized>(leaf: &mut L, context: &mut C) -> L::Answer {
    leaf.run_for(context, &mut Span::beginning(0, 0, false))
}
