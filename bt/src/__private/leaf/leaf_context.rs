//! `LeafContext`: the context that a leaf was made for.

/// The context that a leaf was made for: an unnamed tree takes that of its first leaf.
#[diagnostic::on_unimplemented(
    message = "the context of this tree cannot be told from `{Self}`",
    label = "this leaf does not say which context it was made for",
    note = "name the context: `bt!((Room) = ...)`"
)]
pub trait LeafContext {
    /// The context, for any time that it is borrowed.
    type Context<'a>: ?Sized;
}
