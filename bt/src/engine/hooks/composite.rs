//! What the hooks of a derived composite return.

use super::error::IsError;
use super::own::{OfTrait, Own};
use crate::composite::{Look, Next};

/// What the `start` of the composite `D` may return. A separate bound requires that its error is `E`.
#[diagnostic::on_unimplemented(
    message = "the `start` of `{D}` cannot return `{Self}`",
    label = "expected nothing, or a `Result<(), _>`"
)]
pub trait Begins<D, E> {
    type Error;
    fn result(self) -> Result<(), Self::Error>;
}

/// What the `first` and the `after` of the composite `D` may return.
#[diagnostic::on_unimplemented(
    message = "the `first` and the `after` of `{D}` cannot return `{Self}`",
    label = "expected `Next`, or a `Result` of it"
)]
pub trait Answers<D, E> {
    type Error;
    fn result(self) -> Result<Next, Self::Error>;
}

/// What the `look` of the composite `D` may return.
#[diagnostic::on_unimplemented(
    message = "the `look` of `{D}` cannot return `{Self}`",
    label = "expected `Look`, or a `Result` of it"
)]
pub trait Looks<D, E> {
    type Error;
    fn result(self) -> Result<Look, Self::Error>;
}

macro_rules! with_or_without_error {
    ($($hook:ident $ty:ty;)*) => {$(
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

with_or_without_error! {
    Begins ();
    Answers Next;
    Looks Look;
}

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

/// Holds if the `first` of the composite `D` is its own.
#[diagnostic::on_unimplemented(
    message = "`{D}` has no method `first`",
    label = "a composite needs a method `first`",
    note = "write `fn first(&mut self, context: &mut ..., children: usize) -> Next` in an `impl {D}`"
)]
pub trait IsOwnFirst<D> {}

/// Holds if the `after` of the composite `D` is its own.
#[diagnostic::on_unimplemented(
    message = "`{D}` has no method `after`",
    label = "a composite needs a method `after`",
    note = "write `fn after(&mut self, context: &mut ..., child: usize, ended: Status) -> Next` in an `impl {D}`"
)]
pub trait IsOwnAfter<D> {}

#[diagnostic::do_not_recommend]
impl<D> IsOwnFirst<D> for Own {}

#[diagnostic::do_not_recommend]
impl<D> IsOwnAfter<D> for Own {}

/// Checks that the `first` of a composite is its own.
#[inline(always)]
pub fn has_first<D>(_: &D, _: impl IsOwnFirst<D>) {}

/// Checks that the `after` of a composite is its own.
#[inline(always)]
pub fn has_after<D>(_: &D, _: impl IsOwnAfter<D>) {}

/// Whose hook it is, as a type.
pub trait Whose {
    const IS_OWN: bool;
}

impl Whose for Own {
    const IS_OWN: bool = true;
}

impl Whose for OfTrait {
    const IS_OWN: bool = false;
}

/// Whether a composite has its own `look`: read from the type of the function that calls it.
pub const fn looks<'a, D: 'a, C: ?Sized + 'a, A, W: Whose>(
    _: &impl FnOnce(&'a mut D, &'a mut C, usize) -> (A, W),
) -> bool {
    W::IS_OWN
}
