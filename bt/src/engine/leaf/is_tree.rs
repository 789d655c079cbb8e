//! Whether the variants of an enum are trees. If they all are, the enum is one.

use core::marker::PhantomData;

use super::forward::Forward;
use crate::engine::machine::HasMachine;
use crate::outline::generated_tree::GeneratedTree;

/// The type in a variant. The derive does not know whether it is a tree. Because of the lifetime, Rust checks this
/// where the enum is used as a tree, not where it is declared.
pub struct Variant<'x, T>(PhantomData<&'x ()>, PhantomData<T>);

/// Holds if the `T` in a variant is a tree.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a tree, so an enum with it is not a tree",
    label = "here the enum must be a tree",
    note = "an enum is a tree if each of its variants holds one: put a leaf into a tree of its own"
)]
pub trait IsTree<T> {
    /// This type, known to be a tree.
    type Tree: GeneratedTree;
    fn tree(held: &T) -> &Self::Tree;
    fn held(tree: Self::Tree) -> T;
}

#[diagnostic::do_not_recommend]
impl<T: GeneratedTree> IsTree<T> for Variant<'_, T> {
    type Tree = T;

    #[inline(always)]
    fn tree(held: &T) -> &T {
        held
    }

    #[inline(always)]
    fn held(tree: T) -> T {
        tree
    }
}

/// Holds if the `T` in a variant is a tree for the context `C`, and its errors can pass through an enum with the error
/// `E`.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a tree for the context `{C}`, so an enum with it is not one either",
    label = "here the enum must be a tree",
    note = "an enum is a tree if each of its variants holds one for its context"
)]
pub trait IsTreeFor<T, C: ?Sized, E>: IsTree<T> {
    /// This type, known to be a tree for the context.
    type TreeFor: HasMachine<C, Answer: Forward<E>>;
    fn tree_for(held: &T) -> &Self::TreeFor;
    fn tree_for_mut(held: &mut T) -> &mut Self::TreeFor;
}

#[diagnostic::do_not_recommend]
impl<T: HasMachine<C, Answer: Forward<E>>, C: ?Sized, E> IsTreeFor<T, C, E> for Variant<'_, T> {
    type TreeFor = T;

    #[inline(always)]
    fn tree_for(held: &T) -> &T {
        held
    }

    #[inline(always)]
    fn tree_for_mut(held: &mut T) -> &mut T {
        held
    }
}
