//! Where a running leaf is kept in the state of its tree.

use core::cmp::Ordering;
use core::convert::Infallible;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

/// The type of a leaf's place: the leaf, or, for one that can never be running, something that cannot exist, so that
/// it takes no room and its resumption is no code.
pub type Wait<L, const CAN_RUN: bool> = <CanRun<CAN_RUN> as Choice>::Of<L>;

pub struct CanRun<const CAN_RUN: bool>;

pub trait Choice {
    type Of<L>;
}

impl Choice for CanRun<true> {
    type Of<L> = L;
}

impl Choice for CanRun<false> {
    type Of<L> = Never<L>;
}

/// The place of a leaf that cannot be running.
pub struct Never<L>(Infallible, PhantomData<L>);

impl<L> Never<L> {
    pub(crate) fn absurd<T>(&self) -> T {
        match self.0 {}
    }
}

// What trees derive, without asking it of the leaf.

impl<L> Clone for Never<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Never<L> {}

impl<L> fmt::Debug for Never<L> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.absurd()
    }
}

impl<L> PartialEq for Never<L> {
    fn eq(&self, _: &Self) -> bool {
        self.absurd()
    }
}

impl<L> Eq for Never<L> {}

impl<L> PartialOrd for Never<L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<L> Ord for Never<L> {
    fn cmp(&self, _: &Self) -> Ordering {
        self.absurd()
    }
}

impl<L> Hash for Never<L> {
    fn hash<H: Hasher>(&self, _: &mut H) {
        self.absurd()
    }
}

/// A place for the leaf `L`.
pub trait Place<L> {
    /// The place with the leaf in it.
    fn of(leaf: L) -> Self;
    /// The leaf in it, or, if it has ended, whether with success.
    fn active(&mut self) -> Result<&mut L, bool>;
}

/// The place of a leaf in a tree that takes messages, of which one may have ended the leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Told<L> {
    /// It is active.
    Active(L),
    /// A message has ended it with this result; its parent reacts in the next tick.
    Ended(bool),
}

impl<L> Place<L> for Told<L> {
    #[inline(always)]
    fn of(leaf: L) -> Self {
        Told::Active(leaf)
    }

    #[inline(always)]
    fn active(&mut self) -> Result<&mut L, bool> {
        match self {
            Told::Active(leaf) => Ok(leaf),
            Told::Ended(success) => Err(*success),
        }
    }
}

impl<L> Place<L> for L {
    #[inline(always)]
    fn of(leaf: L) -> L {
        leaf
    }

    #[inline(always)]
    fn active(&mut self) -> Result<&mut L, bool> {
        Ok(self)
    }
}

impl<L> Place<L> for Never<L> {
    fn of(_: L) -> Self {
        unreachable!("this leaf cannot be running, as its type says, and it is")
    }

    fn active(&mut self) -> Result<&mut L, bool> {
        self.absurd()
    }
}
