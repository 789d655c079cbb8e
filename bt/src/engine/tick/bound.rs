//! Values that nodes pass to later ones.

use core::task::Poll;

use crate::status::Status;
use crate::value::PassesValue;

/// A value that is bound. Trees name it only where it is set.
#[inline(always)]
pub fn bound<T>(value: Option<&T>) -> &T {
    value.expect("a name can be used only where its value is set")
}

/// A value that is used for the last time.
#[inline(always)]
pub fn last<T>(value: Option<T>) -> T {
    value.expect("a name can be used only where its value is set")
}

/// The answer of a tree with a value.
///
/// # Panics
///
/// On success without a value. This happens if a decorator that passes on the value of its child succeeds although its
/// child has not.
#[inline(always)]
pub fn with_value<T>(status: Status, value: Option<T>) -> Poll<Option<T>> {
    match status {
        Status::Success => Poll::Ready(Some(given(value))),
        Status::Failure => Poll::Ready(None),
        Status::Running => Poll::Pending,
    }
}

/// The value that a node supplied when it succeeded.
#[inline(always)]
pub fn given<T>(value: Option<T>) -> T {
    value.expect("a decorator that passes on the value of its child succeeds only when its child does")
}

/// The field of the state that holds a value. Every type is one, so its methods have names that rustc does not
/// suggest.
pub trait Held<T> {
    fn __value_in(value: T) -> Self;
    fn __value_ref(&self) -> &T;
    fn __value_out(self) -> T;
}

impl<T> Held<T> for T {
    #[inline(always)]
    fn __value_in(value: T) -> T {
        value
    }

    #[inline(always)]
    fn __value_ref(&self) -> &T {
        self
    }

    #[inline(always)]
    fn __value_out(self) -> T {
        self
    }
}

/// Success with a value.
#[inline(always)]
pub fn give<T>(value: &mut Option<T>, given: T) -> bool {
    *value = Some(given);
    true
}

/// The item with a number.
#[inline(always)]
pub fn item<C: ?Sized, T>(items: impl FnOnce(&C, usize) -> Option<T>, context: &C, number: u32) -> Option<T> {
    items(context, number as usize)
}

/// Checks that a decorator passes on the value of its child.
#[inline(always)]
pub const fn passes_value<D: PassesValue>() {}

/// The value that a `switch` matches. The names in its patterns refer to the copy in `out`.
#[inline(always)]
pub fn matched<T: Clone>(value: T, out: &mut Option<T>) -> T {
    *out = Some(value.clone());
    value
}

/// A name is used below a pattern that did not match.
#[cold]
pub fn other_pattern() -> ! {
    unreachable!("a child of a `switch` runs only when its own pattern has matched")
}
