//! `TakesMessages`: the error for sending a message to a tree that takes none.

use core::marker::PhantomData;

/// The bound of a `send` that a tree without messages has. It never holds, so that each call is an error.
#[diagnostic::on_unimplemented(
    message = "this tree takes no messages",
    label = "this tree declares no messages",
    note = "declare the type of messages in the header of the tree: `pub Duck(Pond) on Shot = ...`"
)]
pub trait TakesMessages {}

/// A tree whose header names no message type. Because of the lifetime, Rust checks the bound where `send` is called,
/// not where it is declared. The bound does not name the message: otherwise rustc would point to that argument, not to
/// the call.
pub struct Unaddressed<'a, T: ?Sized>(PhantomData<&'a ()>, PhantomData<T>);
