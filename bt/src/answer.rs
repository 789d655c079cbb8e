//! What a hook may return, and how errors pass through a tree.

use crate::status::{Can, Status};
use crate::step::{Step, Ticked};

/// The error of what cannot fail with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoError {}

/// What the `run` of a leaf may return: [`Status`], `bool` (`true` is success), `()` (success), or a `Result` of one
/// of those.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer of a leaf",
    label = "expected `Status`, `bool`, `()`, or a `Result` of one of them"
)]
pub trait Answer: Sized {
    #[doc(hidden)]
    type Error;
    #[doc(hidden)]
    const CAN: Can;
    #[doc(hidden)]
    fn into_result(self) -> Result<Status, Self::Error>;
}

/// An answer with no error in it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer of a leaf",
    label = "expected `Status`, `bool`, or `()`"
)]
pub trait Plain: Answer {
    fn status(self) -> Status;
}

/// An answer whose errors can pass through a tree with the error type `E`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an answer of a leaf",
    label = "expected `Status`, `bool`, `()`, or a `Result` of one of them"
)]
pub trait Raise<E>: Answer {
    fn convert(error: Self::Error) -> E;
}

/// The error type of a tree through which errors `F` of leaves can pass.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the error `{F}` of a leaf cannot pass through this tree",
    label = "there is no `From<{F}>` for the error of the tree",
    note = "a tree names an error type in its header: `pub Bot(Room) -> Result<{F}> = ...`"
)]
pub trait Accept<F> {
    fn accept(error: F) -> Self;
}

#[diagnostic::do_not_recommend]
impl<F, E: From<F>> Accept<F> for E {
    #[inline(always)]
    fn accept(error: F) -> E {
        E::from(error)
    }
}

/// The answer of a derived leaf; no user's `run` can return it.
#[doc(hidden)]
pub struct Adapted(pub Status);

macro_rules! plain {
    ($($answer:ty, $can:expr, $this:ident => $status:expr;)*) => {$(
        impl Answer for $answer {
            type Error = NoError;
            const CAN: Can = $can;
            #[inline(always)]
            fn into_result(self) -> Result<Status, NoError> {
                Ok(self.status())
            }
        }
        impl Plain for $answer {
            #[inline(always)]
            fn status(self) -> Status {
                let $this = self;
                $status
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E> Raise<E> for $answer {
            fn convert(error: NoError) -> E {
                match error {}
            }
        }
    )*};
}

plain! {
    Status, Can::ANYTHING, this => this;
    bool, Can::END, this => Status::from(this);
    (), Can::SUCCEED, _this => Status::Success;
    Adapted, Can::ANYTHING, this => this.0;
}

impl<A: Plain, F> Answer for Result<A, F> {
    type Error = F;
    const CAN: Can = A::CAN;
    #[inline(always)]
    fn into_result(self) -> Result<Status, F> {
        self.map(Plain::status)
    }
}

impl<A: Plain, F, E: Accept<F>> Raise<E> for Result<A, F> {
    #[inline(always)]
    fn convert(error: F) -> E {
        E::accept(error)
    }
}

/// The error of a leaf with the answer `A`.
pub struct Cause<A: Answer>(pub A::Error);

/// The step that a tree makes of a leaf that has not ended with success or failure.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn raise<A: Raise<E>, P, E>(ticked: Ticked<P, Cause<A>>) -> Step<E> {
    match ticked {
        Ticked::Success => Step::Success,
        Ticked::Failure => Step::Failure,
        Ticked::Running | Ticked::Rests(_) => Step::Running,
        Ticked::Error(Cause(error)) => Step::Error(A::convert(error)),
    }
}

/// What a function of the user's has answered, as a step.
#[inline(always)]
pub fn step<A: Raise<E>, E>(answer: A) -> Step<E> {
    match answer.into_result() {
        Ok(status) => Step::of(status),
        Err(error) => Step::Error(A::convert(error)),
    }
}
