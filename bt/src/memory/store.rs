//! `Store`: what a memory offers to the nodes.

use super::agent_memory::Memory;

/// A store of values under keys, which may forget as it likes. A [`Memory`] is one, and a store of your own can take its
/// place.
///
/// ```
/// use bt::memory::Store;
/// use std::collections::BTreeMap;
///
/// /// Remembers all that it has ever heard.
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
    message = "`{Self}` cannot stand in for a `bt::Memory`",
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
