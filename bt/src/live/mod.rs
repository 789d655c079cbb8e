//! What trees leave for `bt-live`, which runs them from their text. Not for users; it may change in any release.
//!
//! Each tree submits a [`Unit`]: a table of the pieces of the user's code in it, each with its key and a function pointer,
//! the *piece*. All pieces of a tree have one type, `fn(&mut Context, &mut Io)`. What they read, and what they return, is
//! in [`Io`] with erased types.

mod io;
mod pieces;
mod unit;

pub use alloc::vec;
pub use core::any::type_name;
pub use core::marker::{Send, Sync};
pub use core::option_env;
pub use inventory;
pub use io::{Arg, Fault, Gift, Inputs, Io, Literal, Mismatch, Op, Out, Slotted, Watched, check, like, like_in};
pub use pieces::{act, action, condition, count, give, leaf, nanos, timed_action};
pub use unit::{
    Code, Kind, LeafType, LiveContext, LiveTree, Param, Piece, Read, Unit, Units, function, read, type_id, units,
};
