//! The error that a hook returns, and the one that the attribute of its type names.

/// Holds if the error of a hook is the error `E`, which the attribute names.
#[diagnostic::on_unimplemented(
    message = "a hook of this type returns `Result<_, {Self}>`, but its attribute does not name that error",
    label = "expected `error = {Self}` in its attribute",
    note = "add it to the attribute: `(context = ..., error = {Self})`"
)]
pub trait IsError<E> {
    fn error(self) -> E;
}

impl<E> IsError<E> for E {
    #[inline(always)]
    fn error(self) -> E {
        self
    }
}
