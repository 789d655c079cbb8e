//! The types that a leaf may return, and how its errors pass through a tree.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::task::Poll;

use crate::answer::{Answer, Ends, Runs, Sealed};
use crate::can::Can;
use crate::engine::leaf::ways::{Alone, Hearing};
use crate::engine::tick::step::Step;
use crate::status::Status;

/// An answer without an error.
#[diagnostic::on_unimplemented(
    message = "a leaf cannot return `{Self}`",
    label = "expected `Status`, `bool`, `()`, `Option<T>`, or `Poll<Option<T>>`"
)]
pub trait Plain: Answer {
    fn status(self) -> Status;
    fn value(self) -> Poll<Option<Self::Value>>;
}

/// An answer whose errors can pass through a tree with the error type `E`.
#[diagnostic::on_unimplemented(
    message = "a leaf cannot return `{Self}`",
    label = "expected `Status`, `bool`, `()`, `Option<T>`, `Poll<Option<T>>`, or a `Result` of one of them"
)]
pub trait Raise<E>: Answer {
    fn convert(error: Self::Error) -> E;
}

/// The error type of a tree through which errors `F` of leaves and decorators can pass.
#[diagnostic::on_unimplemented(
    message = "the error `{F}` cannot pass through this tree",
    label = "there is no `From<{F}>` for the error of the tree",
    note = "a tree names an error type in its header: `pub Bot(Room) -> Result<{F}> = ...`"
)]
pub trait Accept<F> {
    fn accept(error: F) -> Self;
}

#[diagnostic::do_not_recommend]
impl<F, E: From<F>> Accept<F> for E {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn accept(error: F) -> E {
        E::from(error)
    }
}

/// The answer of generated code: a status, or a `Poll<Option<T>>` if it has a value. It is opaque: no user's `run`
/// returns it. `W` is the `Way` in which a tree calls the hooks.
pub struct Adapted<H = Status, W = Alone>(pub H, PhantomData<W>);

impl<H, W> Adapted<H, W> {
    #[inline(always)]
    pub fn new(held: H) -> Self {
        Adapted(held, PhantomData)
    }
}

macro_rules! plain {
    ($(
        [$($value:ident $(: $bound:ident)?),*] $answer:ty, $way:ty, $holds:ty, $can:expr, $may_run:ty,
        $this:ident => $status:expr, $found:expr, $given:expr $(, $by_hand:expr)?;
    )*) => {$(
        impl<$($value $(: $bound)?),*> Sealed for $answer {}
        impl<$($value $(: $bound)?),*> Answer for $answer {
            type Error = Infallible;
            type Way = $way;
            type Value = $holds;
            type MayRun = $may_run;
            const CAN: Can = $can;
            $(const BY_HAND: bool = $by_hand;)?
            #[inline(always)]
            fn into_result(self) -> Result<Status, Infallible> {
                Ok(self.status())
            }
            #[inline(always)]
            fn into_value(self) -> Result<Poll<Option<$holds>>, Infallible> {
                Ok(self.value())
            }
            fn of_value(value: $holds) -> Self {
                ($given)(value)
            }
        }
        impl<$($value $(: $bound)?),*> Plain for $answer {
            #[inline(always)]
            fn status(self) -> Status {
                let $this = self;
                $status
            }
            #[inline(always)]
            fn value(self) -> Poll<Option<$holds>> {
                let $this = self;
                $found
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E $(, $value $(: $bound)?)*> Raise<E> for $answer {
            fn convert(error: Infallible) -> E {
                match error {}
            }
        }
    )*};
}

/// `None` is failure. The value is dropped.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn found<T>(found: &Option<T>) -> Status {
    Status::from(found.is_some())
}

/// `Pending` is running.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ready<T>(poll: Poll<T>, status: impl FnOnce(T) -> Status) -> Status {
    match poll {
        Poll::Ready(value) => status(value),
        Poll::Pending => Status::Running,
    }
}

/// The value of an answer without one.
#[inline(always)]
fn nothing(status: Status) -> Poll<Option<()>> {
    match status {
        Status::Success => Poll::Ready(Some(())),
        Status::Failure => Poll::Ready(None),
        Status::Running => Poll::Pending,
    }
}

plain! {
    [] Status, Alone, (), Can::ANYTHING, Runs, this => this, nothing(this), |()| Status::Success;
    [] bool, Alone, (), Can::END, Ends, this => Status::from(this), Poll::Ready(this.then_some(())), |()| true;
    [] (), Alone, (), Can::SUCCEED, Ends, _this => Status::Success, Poll::Ready(Some(())), |()| ();
    [T] Option<T>, Alone, T, Can::END, Ends, this => found(&this), Poll::Ready(this), Some;
    [T] Poll<Option<T>>, Alone, T, Can::ANYTHING, Runs,
        this => ready(this, |found| self::found(&found)), this, |value| Poll::Ready(Some(value));
    [] Poll<()>, Alone, (), Can { fail: false, ..Can::ANYTHING }, Runs,
        this => ready(this, |()| Status::Success), this.map(Some), Poll::Ready;
    [W: Hearing] Adapted<Status, W>, W, (), W::CAN, Runs,
        this => this.0, nothing(this.0), |()| Adapted::new(Status::Success), false;
    [T, W: Hearing] Adapted<Poll<Option<T>>, W>, W, T, W::CAN, Runs,
        this => this.0.status(), this.0, |value| Adapted::new(Poll::Ready(Some(value))), false;
}

impl<A: Plain, F> Sealed for Result<A, F> {}

impl<A: Plain, F> Answer for Result<A, F> {
    type Error = F;
    type Way = A::Way;
    type Value = A::Value;
    type MayRun = A::MayRun;
    const CAN: Can = A::CAN;
    const BY_HAND: bool = A::BY_HAND;
    #[inline(always)]
    fn into_result(self) -> Result<Status, F> {
        match self {
            Ok(answer) => Ok(answer.status()),
            Err(error) => Err(error),
        }
    }
    #[inline(always)]
    fn into_value(self) -> Result<Poll<Option<A::Value>>, F> {
        self.map(Plain::value)
    }
    fn of_value(value: A::Value) -> Self {
        Ok(A::of_value(value))
    }
}

impl<A: Plain, F, E: Accept<F>> Raise<E> for Result<A, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn convert(error: F) -> E {
        E::accept(error)
    }
}

/// The error of a leaf with the answer `A`.
pub struct Cause<A: Answer>(pub A::Error);

/// The step of the tree after a tick of a leaf.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn raise<A: Raise<E>, E>(step: Step<Cause<A>>) -> Step<E> {
    // No `map_error`: without optimization, that adds a function per leaf.
    match step {
        Step::Success => Step::Success,
        Step::Failure => Step::Failure,
        Step::Running => Step::Running,
        Step::Error(Cause(error)) => Step::Error(A::convert(error)),
    }
}

/// A value of the type that a binding has.
#[diagnostic::on_unimplemented(
    message = "this node has a value of type `{Self}`, expected `{T}`",
    label = "expected a value of type `{T}`",
    note = "all nodes that can supply the value of a binding or a header must have values of the same type"
)]
pub trait IsValue<T> {
    fn into(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> IsValue<T> for T {
    #[inline(always)]
    fn into(self) -> T {
        self
    }
}

/// Never used by a tree. Since a value could become a second type, rustc does not infer the expected type from the
/// value, so it reports a value of the wrong type as such.
pub struct Unasked<T>(T);

#[diagnostic::do_not_recommend]
impl<T> IsValue<Unasked<T>> for T {
    fn into(self) -> Unasked<T> {
        Unasked(self)
    }
}

/// The status of an answer; stores its value.
#[inline(always)]
pub fn keep<A: Answer<Value: IsValue<T>>, T>(answer: A, value: &mut Option<T>) -> Result<Status, A::Error> {
    Ok(match answer.into_value()? {
        Poll::Ready(Some(found)) => {
            *value = Some(IsValue::into(found));
            Status::Success
        }
        Poll::Ready(None) => Status::Failure,
        Poll::Pending => Status::Running,
    })
}

/// The answer of a user's function as a step; stores its value.
#[inline(always)]
pub fn step_for_value<A: Raise<E> + Answer<Value: IsValue<T>>, E, T>(answer: A, value: &mut Option<T>) -> Step<E> {
    match keep(answer, value) {
        Ok(status) => Step::of(status),
        Err(error) => Step::Error(A::convert(error)),
    }
}

/// The answer of a user's function as a step.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn step<A: Raise<E>, E>(answer: A) -> Step<E> {
    match answer.into_result() {
        Ok(status) => Step::of(status),
        Err(error) => Step::Error(A::convert(error)),
    }
}
