//! `caught`: a panic in the code of a world, as an error.
//!
//! A panic that unwound through the dataflow engine would poison the state that its threads share, and all of them
//! would panic in turn.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::FleetError;

/// Calls code of a world. After a panic, the worker ends.
pub(super) fn caught<T>(code: impl FnOnce() -> Result<T, FleetError>) -> Result<T, FleetError> {
    catch_unwind(AssertUnwindSafe(code)).unwrap_or_else(|panic| Err(FleetError::Panicked(text(&*panic))))
}

pub(super) fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
