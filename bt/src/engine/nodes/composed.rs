//! What the hooks of a composite of the user mean for its node.

use core::any::type_name;

use crate::can::Can;
use crate::composite::{Look, Next};
use crate::engine::leaf::answers::Accept;
use crate::engine::tick::step::Step;
use crate::status::Status;

/// What a hook returns, whose errors can pass through a tree with the error type `E`.
pub trait Returned<T, E> {
    fn result(self) -> Result<T, Step<E>>;
}

macro_rules! returned {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E> Returned<$ty, E> for $ty {
            #[inline(always)]
            fn result(self) -> Result<$ty, Step<E>> {
                Ok(self)
            }
        }

        impl<F, E: Accept<F>> Returned<$ty, E> for Result<$ty, F> {
            #[inline(always)]
            fn result(self) -> Result<$ty, Step<E>> {
                self.map_err(|error| Step::Error(E::accept(error)))
            }
        }
    )*};
}

returned!(() Next Look);

/// Whether the composite `D` has started.
///
/// # Errors
///
/// The step with which the node ends.
#[inline(always)]
pub fn started_composite<D, R: Returned<(), E>, E>(returned: R) -> Result<(), Step<E>> {
    returned.result()
}

/// The child that has the turn after `hook` of the composite `D`, counted from 1.
///
/// # Errors
///
/// The step with which the node ends.
#[inline(always)]
pub fn chosen<D, R: Returned<Next, E>, E>(hook: &str, can: Can, children: usize, returned: R) -> Result<u32, Step<E>> {
    match returned.result()? {
        Next::Child(child) => Ok(turn::<D>(hook, children, child)),
        Next::End(status) => Err(end::<D, E>(hook, can, status)),
    }
}

/// The child that has the turn after the `look` of the composite `D`; `turn` is the active one.
///
/// # Errors
///
/// The step with which the node ends.
#[inline(always)]
pub fn looked<D, R: Returned<Look, E>, E>(can: Can, children: usize, active: u32, returned: R) -> Result<u32, Step<E>> {
    match returned.result()? {
        Look::Stay => Ok(active),
        Look::Switch(child) => Ok(turn::<D>("look", children, child)),
        Look::End(status) => Err(end::<D, E>("look", can, status)),
    }
}

/// The value of the child of the composite `D` that ended last.
///
/// # Panics
///
/// If that child has failed, or no child has ended.
#[inline(always)]
pub fn given_by<D, T>(value: Option<T>) -> T {
    value.unwrap_or_else(|| has_no_value::<D>())
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a tree has far fewer nodes")]
fn turn<D>(hook: &str, children: usize, child: usize) -> u32 {
    if child >= children {
        is_out_of_range::<D>(hook, children, child);
    }
    child as u32 + 1
}

#[inline(always)]
fn end<D, E>(hook: &str, can: Can, status: Status) -> Step<E> {
    match status {
        Status::Success if can.succeed => Step::Success,
        Status::Failure if can.fail => Step::Failure,
        _ => cannot_end::<D>(hook, status),
    }
}

#[cold]
fn is_out_of_range<D>(hook: &str, children: usize, child: usize) -> ! {
    panic!("the `{hook}` of `{}` chose child {child}, but it has only {children}, counted from 0", type_name::<D>());
}

#[cold]
fn cannot_end<D>(hook: &str, status: Status) -> ! {
    let composite = type_name::<D>();
    match status {
        Status::Running => {
            panic!("the `{hook}` of `{composite}` returned `End(Running)`, but a node ends with success or failure")
        }
        _ => panic!("the `{hook}` of `{composite}` returned `End({status:?})`, which its `returns(...)` leaves out"),
    }
}

#[cold]
fn has_no_value<D>() -> ! {
    panic!(
        "`{}` succeeded, but the child that ended last has not: it passes on the value of that child",
        type_name::<D>()
    );
}
