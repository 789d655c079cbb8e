//! `Iter`: the iterator over a memory.

use core::fmt;
use core::iter::FusedIterator;
use core::slice;

use super::recollection::{Entry, Recollection};

/// The iterator of [`Memory::iter`](super::Memory::iter): all keys with their values, the oldest first.
///
/// ```
/// let mut memory = bt::Memory::<&str, u32>::lasting();
/// memory.insert("noise", 5);
/// memory.insert("light", 1);
/// for (key, recollection) in &memory {
///     println!("{key}: {}", recollection.value);
/// }
/// let (newest, _) = memory.iter().next_back().expect("it holds two values");
/// assert_eq!(*newest, "light");
/// ```
pub struct Iter<'a, K, V, P = [f32; 2]> {
    entries: slice::Iter<'a, Option<Entry<K, V, P>>>,
    now: u64,
}

impl<'a, K, V, P> Iter<'a, K, V, P> {
    /// Iterates over entries, all of which are `Some`.
    pub(super) fn new(entries: &'a [Option<Entry<K, V, P>>], now: u64) -> Self {
        Iter { entries: entries.iter(), now }
    }
}

impl<'a, K, V, P> Iterator for Iter<'a, K, V, P> {
    type Item = (&'a K, Recollection<'a, V, P>);

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.entries.next()?.as_ref()?;
        Some((&entry.key, entry.recollection(self.now)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl<K, V, P> DoubleEndedIterator for Iter<'_, K, V, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let entry = self.entries.next_back()?.as_ref()?;
        Some((&entry.key, entry.recollection(self.now)))
    }
}

impl<K, V, P> ExactSizeIterator for Iter<'_, K, V, P> {}

impl<K, V, P> FusedIterator for Iter<'_, K, V, P> {}

impl<K, V, P> Clone for Iter<'_, K, V, P> {
    fn clone(&self) -> Self {
        Iter { entries: self.entries.clone(), now: self.now }
    }
}

impl<K: fmt::Debug, V: fmt::Debug, P: fmt::Debug> fmt::Debug for Iter<'_, K, V, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(self.clone()).finish()
    }
}
