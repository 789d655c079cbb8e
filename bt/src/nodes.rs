//! What the built-in nodes do with the context.

use crate::answer::{Raise, Ticked, raise};
use crate::step::{Step, ended, running};

/// The value of a closure of the context.
#[inline(always)]
pub fn value<'a, C: ?Sized, T>(function: impl FnOnce(&'a C) -> T, context: &'a C) -> T {
    function(context)
}

/// Whether a condition holds.
#[inline(always)]
pub fn condition<C: ?Sized>(condition: impl FnOnce(&C) -> bool, context: &C) -> bool {
    condition(context)
}

/// Acts on the context.
#[inline(always)]
pub fn action<C: ?Sized, R: Raise<E>, E>(action: impl FnOnce(&mut C) -> R, context: &mut C) -> Step<E> {
    raise(Ticked::<R>(action(context).into_result()))
}

/// Running until a condition holds.
#[inline(always)]
pub fn wait_until<C: ?Sized, E>(condition: impl FnOnce(&C) -> bool, context: &C) -> Step<E> {
    if condition(context) { ended(true) } else { running() }
}
