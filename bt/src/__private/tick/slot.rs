//! `Slot`: where a running leaf rests in the state of its tree.

/// A slot for the leaf `L`.
pub trait Slot<L> {
    /// The slot with the leaf in it.
    fn of(leaf: L) -> Self;
    /// The leaf in it. If a message has ended the leaf: whether with success.
    fn active(&mut self) -> Result<&mut L, bool>;
}

/// The slot of a leaf in a tree that takes messages: a message may have ended the leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MessageSlot<L> {
    /// It is active.
    Active(L),
    /// A message has ended it with this result; its parent reacts in the next tick.
    Ended(bool),
}

impl<L> Slot<L> for MessageSlot<L> {
    #[inline(always)]
    fn of(leaf: L) -> Self {
        MessageSlot::Active(leaf)
    }

    #[inline(always)]
    fn active(&mut self) -> Result<&mut L, bool> {
        match self {
            MessageSlot::Active(leaf) => Ok(leaf),
            MessageSlot::Ended(success) => Err(*success),
        }
    }
}

impl<L> Slot<L> for L {
    #[inline(always)]
    fn of(leaf: L) -> L {
        leaf
    }

    #[inline(always)]
    fn active(&mut self) -> Result<&mut L, bool> {
        Ok(self)
    }
}
