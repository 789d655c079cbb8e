//! `TakenBy`: the error for sending a message to a tree that takes none.

/// A message that the tree `T` takes. Never implemented: a tree that takes messages has a `send` of its own.
#[diagnostic::on_unimplemented(
    message = "this tree takes no messages",
    label = "this tree declares no messages",
    note = "declare the type of messages in the header of the tree: `on {Self}`"
)]
pub trait TakenBy<T: ?Sized> {}
