//! The context that a leaf was made for.

/// What an unnamed tree takes as its own context: that of its first leaf.
#[diagnostic::on_unimplemented(
    message = "the context of this tree cannot be told from `{Self}`",
    label = "this leaf does not say which context it was made for",
    note = "name the context: `bt!((Room) = ...)`"
)]
pub trait Home {
    /// The context, for any times that what is in it is borrowed.
    type Context<'a, 'b, 'c, 'd>: ?Sized;
}
