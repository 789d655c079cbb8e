//! The ways in which a tree calls the hooks of leaves, subtrees and enums, as types.

use crate::can::Can;

/// A leaf, without nodes inside.
pub struct Alone;

/// A leaf that takes messages even in a tree whose header names no message type.
pub struct HearsRelayed;

/// A leaf that takes messages only in a tree whose header names their type.
pub struct HearsByName;

/// A tree that is used as a leaf.
pub struct Subtree;

/// An enum of behaviors, one of which is active.
pub struct Choice;

/// The statuses of an answer that rules out none of them.
pub trait Hearing {
    /// A leaf that takes messages may be ended by one.
    const CAN: Can = Can::ANYTHING;
}

impl Hearing for Alone {}
impl Hearing for Subtree {}
impl Hearing for Choice {}

impl Hearing for HearsByName {
    const CAN: Can = Can { end_by_message: true, ..Can::ANYTHING };
}

impl Hearing for HearsRelayed {
    const CAN: Can = Can { end_by_message: true, ..Can::ANYTHING };
}
