//! What a live tree holds without its type.

use alloc::boxed::Box;
use core::any::Any;

/// An error that passes through a tree. Its type is that of the tree.
pub type Fault = Box<dyn Any>;

/// A slot without its type.
pub type Held = dyn Any + Send + Sync;

/// The slot of a leaf, or a decorator or composite.
pub type Slotted = Box<Held>;
