//! `Store` and `StoreAt`: what a memory offers to the nodes.

use super::agent_memory::Memory;

/// A store of values under keys, which may forget values at any time: what the nodes `remember`, `recalls` and `forget`
/// call. [`Memory`] is one. To use your own, [`Remembers`](super::Remembers) names it.
///
/// ```
/// use bt::memory::Store;
/// use std::collections::BTreeMap;
///
/// /// Never forgets.
/// #[derive(Default)]
/// struct Chronicle(BTreeMap<&'static str, u32>);
///
/// impl Store for Chronicle {
///     type Key = &'static str;
///     type Value = u32;
///
///     fn insert(&mut self, key: &'static str, value: u32) -> Option<u32> {
///         self.0.insert(key, value)
///     }
///
///     fn get(&self, key: &&'static str) -> Option<&u32> {
///         self.0.get(key)
///     }
///
///     fn remove(&mut self, key: &&'static str) -> Option<u32> {
///         self.0.remove(key)
///     }
/// }
///
/// let mut chronicle = Chronicle::default();
/// chronicle.insert("kings", 3);
/// assert_eq!(chronicle.get(&"kings"), Some(&3));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be used as a `bt::Memory`",
    note = "implement `bt::memory::Store` for `{Self}`"
)]
pub trait Store {
    /// The type of keys.
    type Key;
    /// The type of values.
    type Value;

    /// Inserts a value under a key. Returns the value that the key had before.
    fn insert(&mut self, key: Self::Key, value: Self::Value) -> Option<Self::Value>;

    /// The value of a key, unless it has been forgotten.
    fn get(&self, key: &Self::Key) -> Option<&Self::Value>;

    /// Forgets a key, and returns its value.
    fn remove(&mut self, key: &Self::Key) -> Option<Self::Value>;
}

impl<K: Eq, V, P, const CAPACITY: usize> Store for Memory<K, V, P, CAPACITY> {
    type Key = K;
    type Value = V;

    fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.insert(key, value)
    }

    fn get(&self, key: &K) -> Option<&V> {
        self.get(key)
    }

    fn remove(&mut self, key: &K) -> Option<V> {
        self.remove(key)
    }
}

/// A store that also stores positions: what `remember(key, value, at = position)` needs. A [`Memory`] is one.
///
/// ```
/// use bt::memory::{Store, StoreAt};
/// use std::collections::BTreeMap;
///
/// /// Remembers where things are on a line.
/// #[derive(Default)]
/// struct Map(BTreeMap<&'static str, (u32, Option<f32>)>);
///
/// impl Store for Map {
///     type Key = &'static str;
///     type Value = u32;
///
///     fn insert(&mut self, key: &'static str, value: u32) -> Option<u32> {
///         self.0.insert(key, (value, None)).map(|(value, _)| value)
///     }
///
///     fn get(&self, key: &&'static str) -> Option<&u32> {
///         self.0.get(key).map(|(value, _)| value)
///     }
///
///     fn remove(&mut self, key: &&'static str) -> Option<u32> {
///         self.0.remove(key).map(|(value, _)| value)
///     }
/// }
///
/// impl StoreAt for Map {
///     type Position = f32;
///
///     fn insert_at(&mut self, key: &'static str, value: u32, position: f32) -> Option<u32> {
///         self.0.insert(key, (value, Some(position))).map(|(value, _)| value)
///     }
/// }
///
/// let mut map = Map::default();
/// map.insert_at("well", 1, 3.5);
/// assert_eq!(map.0["well"], (1, Some(3.5)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` stores no positions",
    note = "implement `bt::memory::StoreAt` for `{Self}`, or leave out `at = ..`"
)]
pub trait StoreAt: Store {
    /// The type of positions.
    type Position;

    /// Inserts a value with its position under a key. Returns the value that the key had before.
    fn insert_at(&mut self, key: Self::Key, value: Self::Value, position: Self::Position) -> Option<Self::Value>;
}

impl<K: Eq, V, P, const CAPACITY: usize> StoreAt for Memory<K, V, P, CAPACITY> {
    type Position = P;

    fn insert_at(&mut self, key: K, value: V, position: P) -> Option<V> {
        self.insert_at(key, value, position)
    }
}
