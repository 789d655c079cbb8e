//! Sequences with a limited or fixed length, for `serde`.
//!
//! The input may come from another version of a program, or be forged. So lengths are checked, and a wrong one is an
//! error.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};

/// A sequence of at most `CAPACITY` items: the items come first, then `None`s.
pub(crate) struct UpTo<T, const CAPACITY: usize>(pub(crate) [Option<T>; CAPACITY]);

impl<T, const CAPACITY: usize> UpTo<T, CAPACITY> {
    pub(crate) fn items(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}

impl<T: Serialize, const CAPACITY: usize> Serialize for UpTo<T, CAPACITY> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.items().count()))?;
        self.items().try_for_each(|item| sequence.serialize_element(item))?;
        sequence.end()
    }
}

impl<'de, T: Deserialize<'de>, const CAPACITY: usize> Deserialize<'de> for UpTo<T, CAPACITY> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Read(PhantomData))
    }
}

struct Read<T, const CAPACITY: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const CAPACITY: usize> Visitor<'de> for Read<T, CAPACITY> {
    type Value = UpTo<T, CAPACITY>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sequence of at most {CAPACITY}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut items = [const { None }; CAPACITY];
        for item in &mut items {
            *item = sequence.next_element()?;
            if item.is_none() {
                return Ok(UpTo(items));
            }
        }
        match sequence.next_element::<IgnoredAny>()? {
            None => Ok(UpTo(items)),
            Some(_) => Err(A::Error::invalid_length(CAPACITY + 1, &self)),
        }
    }
}

/// Reads a sequence of exactly `N` items.
pub(crate) fn exactly<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
    deserializer: D,
) -> Result<[T; N], D::Error> {
    let sequence = UpTo::<T, N>::deserialize(deserializer)?;
    match sequence.items().count() {
        length if length < N => {
            Err(D::Error::custom(format_args!("invalid length {length}, expected a sequence of {N}")))
        }
        _ => Ok(sequence.0.map(|item| item.expect("there are N items"))),
    }
}
