//! `TakenBy`: the error for a message to a tree that takes none.

/// A message that the tree `T` takes. Nothing is: a tree that takes messages has a `send` of its own.
#[diagnostic::on_unimplemented(
    message = "this tree takes no messages",
    label = "a message for a tree that takes none",
    note = "a tree names the type of its messages in its header: `on {Self}`"
)]
pub trait TakenBy<T: ?Sized> {}
