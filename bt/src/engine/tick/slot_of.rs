//! `SlotOf`: the slot that a leaf needs. `Never`: the slot of a leaf that cannot be running, which takes no space.

use core::cmp::Ordering;
use core::convert::Infallible;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use super::bound::Held;
use super::slot::{MessageSlot, Slot};

/// The type of a leaf's slot, by its [number](crate::__private::Can::slot): 1: the leaf itself. 0, for a leaf that is
/// never running: a type without values, so the slot takes no space, and there is no code that resumes the leaf. 2, for
/// a leaf that a message may end: a slot that can also store the result.
pub type SlotOf<L, const KIND: u8> = <Kind<KIND> as Choice>::Of<L>;

pub struct Kind<const KIND: u8>;

pub trait Choice {
    type Of<L>;
}

impl Choice for Kind<0> {
    type Of<L> = Never<L>;
}

impl Choice for Kind<1> {
    type Of<L> = L;
}

impl Choice for Kind<2> {
    type Of<L> = MessageSlot<L>;
}

/// The slot of a leaf that cannot be running.
pub struct Never<L>(Infallible, PhantomData<L>);

impl<L> Never<L> {
    fn absurd<T>(&self) -> T {
        match self.0 {}
    }
}

// The traits that trees may derive, without a bound on the leaf.

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

impl<L> Slot<L> for Never<L> {
    fn __slot_with(_: L) -> Self {
        unreachable!("this leaf cannot be running, as its type says, and it is")
    }

    fn __slot_unless_ended(&mut self) -> Result<&mut L, bool> {
        self.absurd()
    }

    fn __slot_ref(&self) -> Option<&L> {
        self.absurd()
    }

    fn __slot_ended(&mut self, _: bool) {
        self.absurd()
    }
}

impl<L> Held<L> for Never<L> {
    fn __value_in(_: L) -> Self {
        unreachable!("no value is held for leaves that cannot be running, as their types say")
    }

    fn __value_ref(&self) -> &L {
        self.absurd()
    }

    fn __value_out(self) -> L {
        self.absurd()
    }
}

#[cfg(feature = "serde")]
impl<L> serde::Serialize for Never<L> {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        self.absurd()
    }
}

#[cfg(feature = "serde")]
impl<'de, L> serde::Deserialize<'de> for Never<L> {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("this leaf cannot be running"))
    }
}
