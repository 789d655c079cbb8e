//! The ways in which a tree calls the hooks of what is in a leaf's place, as types.

use crate::can::Can;

/// A leaf: it has no nodes in it.
pub struct Alone;

/// A leaf that takes messages also from a tree whose header does not name them.
pub struct HearsAnywhere;

/// A leaf that takes messages only from a tree whose header names them.
pub struct HearsByName;

/// A tree that is used as a leaf.
pub struct Subtree;

/// An enum of behaviors, one of which is active.
pub struct Choice;

/// What an answer can be that says nothing about itself.
pub trait Hearing {
    /// A leaf that takes messages may be ended by one.
    const CAN: Can = Can::ANYTHING;
}

impl Hearing for Alone {}
impl Hearing for Subtree {}
impl Hearing for Choice {}

impl Hearing for HearsByName {
    const CAN: Can = Can::ANYTHING.end_by_message();
}

impl Hearing for HearsAnywhere {
    const CAN: Can = Can::ANYTHING.end_by_message();
}
