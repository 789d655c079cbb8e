//! `Slot`: the field of a tree's state that stores a running leaf.

use crate::outline::active::Search;

/// A slot for the leaf `L`. Every type is a slot, so its methods have names that rustc does not suggest.
pub trait Slot<L> {
    /// Whether a message may end the leaf in it.
    const MAY_END: bool = false;
    /// The slot with the leaf in it.
    fn __slot_with(leaf: L) -> Self;
    /// The leaf in it. If a message has ended the leaf: whether it succeeded.
    fn __slot_unless_ended(&mut self) -> Result<&mut L, bool>;
    /// The leaf in it, which no message has ended.
    fn __slot_leaf(&mut self) -> &mut L {
        match self.__slot_unless_ended() {
            Ok(leaf) => leaf,
            Err(_) => unreachable!("this leaf has not ended: it was asked before"),
        }
    }
    /// The leaf in it, if it is active.
    fn __slot_ref(&self) -> Option<&L>;
    /// A message has ended the leaf in it, with success or failure.
    fn __slot_ended(&mut self, success: bool);
}

/// The slot of a leaf that a message may have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MessageSlot<L> {
    /// It is active.
    Active(L),
    /// A message has ended it with this result; its parent reacts in the next tick.
    Ended(bool),
}

impl<L> MessageSlot<L> {
    /// The position of the leaf, if it is the first active one at or after the start of the search. In a tree whose
    /// header names no messages, only leaves have such a slot, not subtrees.
    pub fn __seek(&self, node: usize, search: Search<'_>) -> Option<usize> {
        match self {
            MessageSlot::Active(_) => search.found(node),
            MessageSlot::Ended(_) => search.found_above(node),
        }
    }

    /// Whether a message has ended the leaf with success.
    pub fn __has_succeeded(&self) -> bool {
        matches!(self, MessageSlot::Ended(true))
    }
}

impl<L> Slot<L> for MessageSlot<L> {
    const MAY_END: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __slot_with(leaf: L) -> Self {
        MessageSlot::Active(leaf)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __slot_unless_ended(&mut self) -> Result<&mut L, bool> {
        match self {
            MessageSlot::Active(leaf) => Ok(leaf),
            MessageSlot::Ended(success) => Err(*success),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __slot_ref(&self) -> Option<&L> {
        match self {
            MessageSlot::Active(leaf) => Some(leaf),
            MessageSlot::Ended(_) => None,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn __slot_ended(&mut self, success: bool) {
        *self = MessageSlot::Ended(success);
    }
}

impl<L> Slot<L> for L {
    #[inline(always)]
    fn __slot_with(leaf: L) -> L {
        leaf
    }

    #[inline(always)]
    fn __slot_unless_ended(&mut self) -> Result<&mut L, bool> {
        Ok(self)
    }

    #[inline(always)]
    fn __slot_leaf(&mut self) -> &mut L {
        self
    }

    #[inline(always)]
    fn __slot_ref(&self) -> Option<&L> {
        Some(self)
    }

    fn __slot_ended(&mut self, _: bool) {
        unreachable!("no message ends this leaf, as its type says")
    }
}
