//! What a `for_each` stores: the number of its item, and the item. A save with impossible values is refused.

use core::ops::{Deref, DerefMut};

/// The number of an item. The greatest number is never used, so that there is always a next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct ItemNumber(u32);

impl ItemNumber {
    #[inline]
    pub fn get(self) -> u32 {
        self.0
    }

    /// Advances to the next item; at the limit, repeats the last one.
    #[inline]
    pub fn next(&mut self) {
        self.0 = self.0.saturating_add(1).min(u32::MAX - 1);
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ItemNumber {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            u32::MAX => Err(serde::de::Error::custom("the number of an item is out of range")),
            number => Ok(ItemNumber(number)),
        }
    }
}

/// The item. It is set before the first tick of the child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Item<T>(Option<T>);

impl<T> Item<T> {
    pub const NONE: Self = Item(None);
}

impl<T> Deref for Item<T> {
    type Target = Option<T>;

    #[inline]
    fn deref(&self) -> &Option<T> {
        &self.0
    }
}

impl<T> DerefMut for Item<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Option<T> {
        &mut self.0
    }
}

/// Between two ticks, an active `for_each` has an item.
#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for Item<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Option::deserialize(deserializer)? {
            None => Err(serde::de::Error::custom("a `for_each` has lost its item")),
            item => Ok(Item(item)),
        }
    }
}
