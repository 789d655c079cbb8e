//! The check of what a leaf declares with `returns(...)`.

use core::task::Poll;

use super::returns::Derived;
use crate::behavior::Behavior;
use crate::status::Status;

/// What a derived leaf returns: a status, or a type that contains one.
pub trait HasStatus {
    fn status(&self) -> Status;
}

impl HasStatus for Status {
    #[inline(always)]
    fn status(&self) -> Status {
        *self
    }
}

impl<T> HasStatus for Poll<Option<T>> {
    #[inline(always)]
    fn status(&self) -> Status {
        match self {
            Poll::Ready(found) => Status::from(found.is_some()),
            Poll::Pending => Status::Running,
        }
    }
}

/// Checks the answer of a leaf that declares what it returns.
///
/// # Panics
///
/// If the answer is not declared. Trees have no code for undeclared answers.
#[inline(always)]
pub fn as_declared<L: Behavior<C>, C: ?Sized, E, P, H: HasStatus>(ran: Derived<E, P, H>) -> Derived<E, P, H> {
    if let Ok(held) = &ran.0 {
        declared::<L, C>("run", held.status());
    }
    ran
}

#[inline(always)]
fn declared<L: Behavior<C>, C: ?Sized>(hook: &str, status: Status) {
    assert!(
        L::CAN.has(status),
        "the `{hook}` of `{}` returned `{status:?}`, which its `returns(...)` leaves out",
        core::any::type_name::<L>(),
    );
}

/// Checks what the `receive` of a leaf returns, if the leaf declares what it returns. `Running` is always allowed: the
/// leaf continues.
///
/// # Panics
///
/// If the answer is not among them.
#[inline(always)]
pub fn reply_as_declared<L: Behavior<C>, C: ?Sized>(status: Status) -> Status {
    if !status.is_running() {
        declared::<L, C>("receive", status);
    }
    status
}
