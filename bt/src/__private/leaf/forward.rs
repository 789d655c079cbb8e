//! `Forward`: how the errors of a variant pass through its enum.

use super::raise::Raise;
use crate::answer::Answer;
use crate::status::Status;

/// The answer of a variant whose errors can pass through an enum with the error type `E`.
#[diagnostic::on_unimplemented(
    message = "the errors of this variant cannot pass through its enum",
    label = "it answers with a `Result`, and no `From` turns its error into the error of the enum",
    note = "an enum names its error in its attribute: `#[behavior(context = ..., error = ...)]`"
)]
pub trait Forward<E>: Answer {
    fn forward(self) -> Result<Status, E>;
}

#[diagnostic::do_not_recommend]
impl<A: Raise<E>, E> Forward<E> for A {
    #[inline(always)]
    fn forward(self) -> Result<Status, E> {
        self.into_result().map_err(A::convert)
    }
}
