//! How a memory is saved and loaded: the feature `serde`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::agent_memory::Memory;
use super::recollection::Entry;
use crate::serde_seq::UpTo;

/// The saved form of a memory; all times are in nanoseconds.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Memory")]
struct Saved<E> {
    span: u64,
    now: u64,
    entries: E,
}

impl<K: Serialize, V: Serialize, P: Serialize, const CAPACITY: usize> Serialize for Memory<K, V, P, CAPACITY> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = UpTo(self.entries.each_ref().map(Option::as_ref));
        Saved { span: self.span, now: self.now, entries }.serialize(serializer)
    }
}

impl<'de, K, V, P, const CAPACITY: usize> Deserialize<'de> for Memory<K, V, P, CAPACITY>
where
    K: Deserialize<'de> + Eq,
    V: Deserialize<'de>,
    P: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved { span, now, entries } = Saved::<UpTo<Entry<K, V, P>, CAPACITY>>::deserialize(deserializer)?;
        if !entries.items().map(|entry| entry.time).chain([now]).is_sorted() {
            return Err(D::Error::custom("what is remembered is not in the order of its times"));
        }
        let is_known = |(index, entry): (usize, &Entry<_, _, _>)| {
            entries.items().take(index).any(|earlier: &Entry<_, _, _>| earlier.key == entry.key)
        };
        if entries.items().enumerate().any(is_known) {
            return Err(D::Error::custom("one key is remembered twice"));
        }
        let mut memory = Memory::lasting();
        (memory.span, memory.now, memory.entries) = (span, now, entries.0);
        memory.forget_old();
        Ok(memory)
    }
}
