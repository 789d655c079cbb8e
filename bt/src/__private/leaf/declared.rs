//! The check of what a leaf declares with `returns(...)`.

use super::derived_run::Derived;
use crate::behavior::Behavior;
use crate::status::Status;

/// Checks the answer of a leaf that declares what it returns.
///
/// # Panics
///
/// If the answer is not among them. Trees have no code for what is declared impossible.
#[inline(always)]
pub fn as_declared<L: Behavior<C>, C: ?Sized, E, P>(ran: Derived<E, P>) -> Derived<E, P> {
    if let Ok(status) = ran.0 {
        declared::<L, C>("run", status);
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
/// leaf goes on as it was.
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
