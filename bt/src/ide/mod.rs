//! What `bt!` expands to in an editor names these. Nobody calls them.

use crate::answer::Answer;
use crate::engine::leaf::leaf_context::{ContextFor, LeafContext};
use crate::time::Span;
use crate::value::Produces;

/// A value of any type.
pub fn any<T>() -> T {
    unreachable!("code for editors is not called")
}

/// The value of a leaf.
pub fn value<L: Produces>() -> L::Value {
    any()
}

/// What a closure of the context returns.
pub fn read<C: ?Sized, T>(_: impl FnOnce(&C) -> T) -> T {
    any()
}

/// The value of what an action returns.
pub fn act<C: ?Sized, R: Answer>(_: impl FnOnce(&mut C) -> R) -> R::Value {
    any()
}

/// The value of an action with the remaining time.
pub fn act_for<C: ?Sized, R: Answer>(_: impl FnOnce(&mut C, &mut Span) -> R) -> R::Value {
    any()
}

/// An item of a `for_each`.
pub fn item<C: ?Sized, T>(_: impl FnOnce(&C, usize) -> Option<T>) -> T {
    any()
}

/// The context of a leaf.
pub type ContextOf<'a, L> = <<L as LeafContext>::Function as ContextFor<'a, 'a, 'a, 'a>>::Context;

#[allow(non_camel_case_types)]
pub mod nodes;

/// The named arguments of built-in nodes.
#[allow(non_camel_case_types)]
pub mod arguments {
    /// A node with a named argument.
    pub struct parallel<S, F> {
        /// How many children must succeed for the node to succeed: a number, `all` (the default) or `any`.
        pub success: S,
        /// How many children must fail for the node to fail: a number, `all` or `any` (the default).
        pub failure: F,
    }

    /// A node with a named argument.
    pub struct parallel_all<F> {
        /// How many children must fail for the node to fail in the end. The default is 1.
        pub failure: F,
    }

    /// A node with a named argument.
    pub struct reactive_utility<M> {
        /// By how much the score of another child must be better for it to take over. The default is 0.
        pub margin: M,
    }

    /// A node with a named argument.
    pub struct remember<A> {
        /// Where it is: a position that is stored with the value.
        pub at: A,
    }

    /// A node with a named argument.
    pub struct dynamic<R> {
        /// What makes trees by their names: a type that implements `Registry`.
        pub registry: R,
    }
}

/// A threshold: all children.
#[allow(non_upper_case_globals)]
pub const all: u32 = u32::MAX;
