//! What the hooks of a derived composite return.

use super::error::IsError;
use super::own::{OfTrait, Own};
use crate::composite::{Look, Next};

macro_rules! hooks {
    ($($(#[$attribute:meta])* $name:ident $function:ident $ty:ty;)*) => {$(
        $(#[$attribute])*
        pub trait $name<D, E> {
            type Error;
            fn result(self) -> Result<$ty, Self::Error>;
        }

        #[diagnostic::do_not_recommend]
        impl<D, E> $name<D, E> for $ty {
            type Error = E;
            #[inline(always)]
            fn result(self) -> Result<$ty, E> {
                Ok(self)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<D, F, E> $name<D, E> for Result<$ty, F> {
            type Error = F;
            #[inline(always)]
            fn result(self) -> Result<$ty, F> {
                self
            }
        }

        /// The result of the hook, with the error that the attribute names.
        ///
        /// # Errors
        ///
        /// Those of the hook.
        #[inline(always)]
        pub fn $function<D, E, R: $name<D, E, Error: IsError<E>>>(returned: R) -> Result<$ty, E> {
            returned.result().map_err(IsError::error)
        }
    )*};
}

hooks! {
    /// What the `start` of the composite `D` may return. A separate bound requires that its error is `E`.
    #[diagnostic::on_unimplemented(
        message = "the `start` of `{D}` cannot return `{Self}`",
        label = "expected nothing, or a `Result<(), _>`"
    )]
    Begins begun ();

    /// What the `first` and the `after` of the composite `D` may return.
    #[diagnostic::on_unimplemented(
        message = "the `first` and the `after` of `{D}` cannot return `{Self}`",
        label = "expected `Next`, or a `Result` of it"
    )]
    Answers answered Next;

    /// What the `look` of the composite `D` may return.
    #[diagnostic::on_unimplemented(
        message = "the `look` of `{D}` cannot return `{Self}`",
        label = "expected `Look`, or a `Result` of it"
    )]
    Looks seen Look;
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
