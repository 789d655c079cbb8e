//! Whether a leaf has its own hook, or the one of the trait is called.
//!
//! Generated code calls hooks by name, with the trait in scope. So it calls the leaf's own method, or the trait's if
//! there is none. The type of the function tells which one it is.

/// Holds if the `run` of a leaf is its own.
#[diagnostic::on_unimplemented(
    message = "`{L}` has no method `run`",
    label = "a leaf needs a method `run`",
    note = "write `fn run(&mut self, context: &mut {C}) -> Status` in an `impl {L}`"
)]
pub trait IsOwn<L, C: ?Sized> {}

/// Holds if a leaf with a generic context has a `run` of its own.
#[diagnostic::on_unimplemented(
    message = "`{L}` has no method `run`",
    label = "a leaf needs a method `run`",
    note = "write `fn run(&mut self, context: &mut impl Trait) -> Status` in an `impl {L}`, with the trait of its \
            contexts"
)]
pub trait IsOwnForAny<L> {}

/// The hook is the leaf's own.
pub struct Own;

/// The hook is the trait's, since the leaf has none.
pub struct OfTrait;

#[diagnostic::do_not_recommend]
impl<L> IsOwnForAny<L> for Own {}

#[diagnostic::do_not_recommend]
impl<L, C: ?Sized> IsOwn<L, C> for Own {}

/// Holds if a leaf with a `message` in its attribute has its own `receive`.
#[diagnostic::on_unimplemented(
    message = "`{L}` has no method `receive`",
    label = "a leaf that names a `message` needs a method `receive`",
    note = "write `fn receive(&mut self, context: &mut ..., message: &{M})` in an `impl {L}`"
)]
pub trait IsOwnReceive<L, M: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<L, M: ?Sized> IsOwnReceive<L, M> for Own {}

/// Checks that the `receive` of a leaf is its own.
#[inline(always)]
pub fn has_receive<L, M: ?Sized>(_: &L, _: &M, _: impl IsOwnReceive<L, M>) {}

/// The `receive` of a leaf that has none of its own.
pub trait NoReceive {
    fn receive() {}
}

impl<L> NoReceive for L {}

/// Holds if a leaf whose attribute names no message has no `receive`.
#[diagnostic::on_unimplemented(
    message = "`{L}` has a method `receive`, but its attribute does not say which messages it takes",
    label = "has a `receive` that is never called",
    note = "write `#[behavior(context = ..., message = TYPE)]`"
)]
pub trait IsNoReceive<L> {}

#[diagnostic::do_not_recommend]
impl<L> IsNoReceive<L> for OfTrait {}

/// Checks that a leaf has no `receive` that is never called.
#[inline(always)]
pub fn has_no_receive<L>(_: &L, _: impl IsNoReceive<L>) {}

/// Two functions, compared by type: each function has a type of its own.
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

/// The methods of a [`Pair`] of two different functions.
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
