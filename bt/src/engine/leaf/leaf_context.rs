//! `LeafContext`: the context that a leaf was made for.
//!
//! A context may have several lifetimes, one of which must outlive another: for `&'a mut Commands<'w, 's>`, `'w` must
//! outlive `'a`. This cannot be expressed for every context. So the context is the result of a function type, which
//! requires nothing of its lifetimes until it is called.

use core::marker::PhantomData;

/// The context that a leaf was made for: an unnamed tree takes that of its first leaf.
#[diagnostic::on_unimplemented(
    message = "cannot infer the context of this tree from `{Self}`",
    label = "this leaf does not declare its context",
    note = "name the context: `bt!((Room) = ...)`"
)]
pub trait LeafContext {
    /// `for<'a, 'b, 'c, 'd> fn(Lifetimes<'a, 'b, 'c, 'd>) -> ContextType<World<'a, 'b>>`, or, if it borrows nothing,
    /// `OwnedContext<fn(ContextType<Room>)>`.
    type Function;
}

/// The lifetimes of a context.
pub struct Lifetimes<'a, 'b, 'c, 'd>(PhantomData<(&'a (), &'b (), &'c (), &'d ())>);

/// A context as the result of a function.
pub struct ContextType<C: ?Sized>(PhantomData<C>);

/// The result of a function that names a context.
pub trait NamesContext {
    type Context: ?Sized;
}

impl<C: ?Sized> NamesContext for ContextType<C> {
    type Context = C;
}

/// A function type that names a context without lifetimes.
pub struct OwnedContext<F>(PhantomData<F>);

/// The context that a function type names, for these lifetimes.
pub trait ContextFor<'a, 'b, 'c, 'd> {
    type Context: ?Sized;
}

#[diagnostic::do_not_recommend]
impl<'a, 'b, 'c, 'd, F, R> ContextFor<'a, 'b, 'c, 'd> for F
where
    F: FnOnce(Lifetimes<'a, 'b, 'c, 'd>) -> R,
    R: NamesContext,
{
    type Context = R::Context;
}

#[diagnostic::do_not_recommend]
impl<C: ?Sized> ContextFor<'_, '_, '_, '_> for OwnedContext<fn(ContextType<C>)> {
    type Context = C;
}
