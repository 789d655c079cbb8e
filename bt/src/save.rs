//! How state is written down and read back: the feature `serde`.
//!
//! What is read may come from another version of a tree, or from a meddler. So all that has a length, an order or a
//! limit is checked, and what does not fit is an error.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};

use crate::kept::{Cell, Kept};
use crate::left::Left;
use crate::memory::{Entry, Memory};
use crate::place::Never;
use crate::post::Post;
use crate::time::Timer;

/// A sequence with a length of its own; its items stand first, then empty places.
struct UpTo<T, const CAPACITY: usize>([Option<T>; CAPACITY]);

impl<T, const CAPACITY: usize> UpTo<T, CAPACITY> {
    fn items(&self) -> impl Iterator<Item = &T> {
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
        for place in &mut items {
            *place = sequence.next_element()?;
            if place.is_none() {
                return Ok(UpTo(items));
            }
        }
        match sequence.next_element::<IgnoredAny>()? {
            None => Ok(UpTo(items)),
            Some(_) => Err(A::Error::invalid_length(CAPACITY + 1, &self)),
        }
    }
}

/// Reads a sequence that has to have one length.
fn exactly<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
    deserializer: D,
) -> Result<[T; N], D::Error> {
    let sequence = UpTo::<T, N>::deserialize(deserializer)?;
    match sequence.items().count() {
        length if length < N => {
            Err(D::Error::custom(format_args!("invalid length {length}, expected a sequence of {N}")))
        }
        _ => Ok(sequence.0.map(|item| item.expect("all are there"))),
    }
}

impl Serialize for Timer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.nanos())
    }
}

impl<'de> Deserialize<'de> for Timer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(Timer::from_nanos)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.get())
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(Cell::of)
    }
}

impl<const CELLS: usize> Serialize for Kept<CELLS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UpTo(self.0.map(Some)).serialize(serializer)
    }
}

impl<'de, const CELLS: usize> Deserialize<'de> for Kept<CELLS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exactly(deserializer).map(Kept)
    }
}

impl<L> Serialize for Never<L> {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        self.absurd()
    }
}

impl<'de, L> Deserialize<'de> for Never<L> {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("this leaf cannot be running"))
    }
}

impl<const BYTES: usize> Serialize for Left<BYTES> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UpTo(self.0.map(Some)).serialize(serializer)
    }
}

impl<'de, const BYTES: usize> Deserialize<'de> for Left<BYTES> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exactly(deserializer).map(Left)
    }
}

impl<Id: Serialize, Message: Serialize, const CAPACITY: usize> Serialize for Post<Id, Message, CAPACITY> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut letters = self.iter();
        UpTo([(); CAPACITY].map(|()| letters.next())).serialize(serializer)
    }
}

impl<'de, Id, Message, const CAPACITY: usize> Deserialize<'de> for Post<Id, Message, CAPACITY>
where
    Id: Deserialize<'de>,
    Message: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        UpTo::deserialize(deserializer).map(|UpTo(letters)| Post::of(letters))
    }
}

/// A memory as it is written down; all times are in nanoseconds.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Memory")]
struct Written<E> {
    span: u64,
    now: u64,
    entries: E,
}

impl<K: Serialize, V: Serialize, P: Serialize, const CAPACITY: usize> Serialize for Memory<K, V, P, CAPACITY> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = UpTo(self.entries.each_ref().map(Option::as_ref));
        Written { span: self.span, now: self.now, entries }.serialize(serializer)
    }
}

impl<'de, K, V, P, const CAPACITY: usize> Deserialize<'de> for Memory<K, V, P, CAPACITY>
where
    K: Deserialize<'de> + Eq,
    V: Deserialize<'de>,
    P: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { span, now, entries } = Written::<UpTo<Entry<K, V, P>, CAPACITY>>::deserialize(deserializer)?;
        if !entries.items().map(|entry| entry.time).chain([now]).is_sorted() {
            return Err(D::Error::custom("what is remembered is not in the order of its times"));
        }
        let known = |(place, entry): (usize, &Entry<_, _, _>)| {
            entries.items().take(place).any(|earlier: &Entry<_, _, _>| earlier.key == entry.key)
        };
        if entries.items().enumerate().any(known) {
            return Err(D::Error::custom("one key is remembered twice"));
        }
        let mut memory = Memory::lasting();
        (memory.span, memory.now, memory.entries) = (span, now, entries.0);
        memory.forget_old();
        Ok(memory)
    }
}
