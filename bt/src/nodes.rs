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

/// Acts on the context, beside a child.
#[inline(always)]
pub fn act<C: ?Sized>(action: impl FnOnce(&mut C), context: &mut C) {
    action(context);
}

/// The score of a child; all number types that are a `f64` without loss are scores.
#[inline(always)]
pub fn score<C: ?Sized, T: Into<f64>>(score: impl FnOnce(&C) -> T, context: &C) -> f64 {
    score(context).into()
}

/// Whether a key is another one than it was; keeps it.
#[inline(always)]
pub fn has_changed<K: Copy + PartialEq>(key: &mut Option<K>, now: K) -> bool {
    *key != Some(now) && {
        *key = Some(now);
        true
    }
}
