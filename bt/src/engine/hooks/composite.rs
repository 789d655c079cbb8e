//! Which hooks a derived composite has.

use super::own::{OfTrait, Own};

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
