//! The error that a hook returns, and the one that the attribute of its type names.

/// That the error of the hook `H` is the error `E`, which the attribute names.
#[diagnostic::on_unimplemented(
    message = "this `{H}` returns `Result<_, {Self}>`, but the attribute of its type does not name that error",
    label = "expected `error = {Self}` in the attribute",
    note = "add it to the attribute: `(context = ..., error = {Self})`"
)]
pub trait IsError<E, H> {
    fn error(self) -> E;
}

impl<E, H> IsError<E, H> for E {
    #[inline(always)]
    fn error(self) -> E {
        self
    }
}
