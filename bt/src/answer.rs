//! What a hook may return, and how errors pass through a tree.

use crate::behavior::{Can, Status};

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
    const CAN: Can;
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
    message = "the errors of this leaf cannot pass through the tree",
    label = "it answers with a `Result`, and no `From` turns its error into the error type of the tree",
    note = "a tree names its error type in its header: `pub Bot(Room) -> Result<DoorError> = ...`"
)]
pub trait Raise<E>: Answer {
    fn raise(self) -> Result<Status, E>;
}

/// The answer of a derived leaf; no user's `run` can return it.
#[doc(hidden)]
pub struct Adapted(pub Status);

macro_rules! plain {
    ($($answer:ty, $can:expr, $this:ident => $status:expr;)*) => {$(
        impl Answer for $answer {
            const CAN: Can = $can;
        }
        impl Plain for $answer {
            #[inline(always)]
            fn status(self) -> Status {
                let $this = self;
                $status
            }
        }
        impl<E> Raise<E> for $answer {
            #[inline(always)]
            fn raise(self) -> Result<Status, E> {
                Ok(self.status())
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
    const CAN: Can = A::CAN;
}

#[diagnostic::do_not_recommend]
impl<A: Plain, F, E: From<F>> Raise<E> for Result<A, F> {
    #[inline(always)]
    fn raise(self) -> Result<Status, E> {
        match self {
            Ok(answer) => Ok(answer.status()),
            Err(error) => Err(E::from(error)),
        }
    }
}
