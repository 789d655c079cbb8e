//! What the hooks of derived decorators and composites return: a value, or a `Result` of it.

use super::error::IsError;
use crate::composite::{Look, Next};
use crate::status::Status;

macro_rules! results {
    ($($hook:ident $ty:ty, $message:tt, $label:tt;)*) => {$(
        /// What the hook of the type `D` may return. A separate bound requires that its error is `E`, so that this has
        /// its own error message.
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        pub trait $hook<D, E> {
            type Error;
            fn result(self) -> Result<$ty, Self::Error>;
        }

        #[diagnostic::do_not_recommend]
        impl<D, E> $hook<D, E> for $ty {
            type Error = E;
            #[inline(always)]
            fn result(self) -> Result<$ty, E> {
                Ok(self)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<D, F, E> $hook<D, E> for Result<$ty, F> {
            type Error = F;
            #[inline(always)]
            fn result(self) -> Result<$ty, F> {
                self
            }
        }
    )*};
}

results! {
    Begins (), "the `start` of `{D}` cannot return `{Self}`", "expected nothing, or a `Result<(), _>`";
    Answers Next, "the `first` and the `after` of `{D}` cannot return `{Self}`", "expected `Next`, or a `Result` of it";
    Looks Look, "the `look` of `{D}` cannot return `{Self}`", "expected `Look`, or a `Result` of it";
    Says Option<Status>, "the `before` of `{D}` cannot return `{Self}`",
        "expected `Option<Status>`, or a `Result` of it";
}

// Errors show the first lines of these functions: a macro would show itself, too.

/// The result of a derived composite's `start`.
#[inline(always)]
pub fn begun<D, E, R: Begins<D, E, Error: IsError<E>>>(returned: R) -> Result<(), E> {
    returned.result().map_err(IsError::error)
}

/// The result of a derived composite's `first` or `after`.
#[inline(always)]
pub fn answered<D, E, R: Answers<D, E, Error: IsError<E>>>(returned: R) -> Result<Next, E> {
    returned.result().map_err(IsError::error)
}

/// The result of a derived composite's `look`.
#[inline(always)]
pub fn seen<D, E, R: Looks<D, E, Error: IsError<E>>>(returned: R) -> Result<Look, E> {
    returned.result().map_err(IsError::error)
}

/// The result of a derived decorator's `before`.
#[inline(always)]
pub fn said<D, E, R: Says<D, E, Error: IsError<E>>>(returned: R) -> Result<Option<Status>, E> {
    returned.result().map_err(IsError::error)
}
