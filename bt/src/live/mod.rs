//! What trees register for `bt-live`, which runs them from their text. Not for users; it may change in any release.
//!
//! Each tree submits a [`Unit`]: a table of the pieces of the user's code in it, each with its key. The pieces are
//! called by their numbers, through [`LiveContext::call`]. What they read, and what they return, is in [`Io`] with
//! erased types.
//!
//! Features are unified across a dependency graph, so leaves and values that cannot be live must still compile:
//! [`Probe`] finds out what a type has, and the table says what is missing.

mod asked;
pub mod draws;
mod erased;
mod given;
mod io;
mod literal;
mod pieces;
mod probe;
mod probed;
mod saves;
mod slotting;
#[cfg(feature = "live-saves")]
mod transient;
mod unit;
mod value;

pub use alloc::vec;
pub use asked::{AsAnswer, AsLeaf, AsParent, AsScore};
pub use core::any::type_name;
pub use core::marker::{Send, Sync};
pub use core::primitive::str;
pub use core::{cfg, module_path, option_env};
pub use erased::{Fault, Held, Slotted};
pub use given::{Checks, Given, Lent, Written, checked, lent, made};
pub use inventory;
pub use io::{Arg, Inputs, Io, LiveWatch, Mismatch, Op, Out, Ticking, Watched, cloned, fits};
pub use literal::{Constant, Literal, LiteralType, Variants, literal_types, store_variant};
pub use pieces::{
    Counted, action, call, composite, count, decorator, delivered, done, give, holds, item, key, leaf, matched, nanos,
    no_piece, timed_call,
};
pub use probe::Probe;
pub use probed::Unprobed;
/// Fallbacks for types that lack something: in scope where pieces ask about types.
pub mod lacking {
    pub use super::asked::{NoAnswer as _, NoHooks as _, NoLeaf as _, NoParent as _, NoScore as _};
    pub use super::probed::Unprobed as _;
}
pub use saves::{Form, LoadSlot, LoadValue, SaveSlot, SaveValue};
pub use slotting::{CloneSlot, DebugSlot, Slotting};
pub use unit::{
    Adapter, Code, Condition, Kind, LeafType, LeafUnit, LiveContext, LiveReceive, LiveTree, Param, Read, TreeIn, Unit,
    adapter, adapts, conditions, held, leaf_units, read, type_id, units,
};
pub use value::{Abilities, ErasedValue, Eraser, ValueType};

pub use crate::{
    __live_clone_of as clone_of, __live_erase as erase, __live_eraser as eraser, __live_value_type as value_type,
};
