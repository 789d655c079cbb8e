//! `Memory`: values under keys, which an agent forgets after some time.

use core::borrow::Borrow;

use super::iter::Iter;
use super::recollection::{Entry, Recollection};
use crate::time::IntoDuration;

/// What an agent remembers: values under keys, each with the time at which it was stored, and a position if it has one.
///
/// Each memory has its own span: a guard remembers a noise for minutes, a sentry for seconds. The memory has a clock,
/// which stands still until you call [`advance`](Memory::advance): a tick of a tree does not move it. A value that is
/// older than the span is forgotten; a value exactly as old is still there. (Deadlines in trees are inclusive, too.)
///
/// It holds at most `CAPACITY` values, 8 by default, in the memory itself: it never allocates. When it is full, a new
/// key replaces the least recently inserted or updated value. A lookup compares all keys, one after the other, so a
/// memory is made for dozens of values, not for thousands.
///
/// `P` is the type of positions: two floats, unless you name another, `Memory<Fact, i32, Vec3>`. In a tree, the nodes
/// `remember`, `recalls` and `forget` use the memory of a context that [has one](super::Remembers).
/// With the feature `serde`, a memory can be saved with its clock.
///
/// ```
/// use bt::Memory;
///
/// let (mut guard, mut sentry) = (Memory::<&str, u32>::new(60.0), Memory::<&str, u32>::new(3.0));
/// for memory in [&mut guard, &mut sentry] {
///     memory.insert("shots heard", 2);
///     memory.insert_at("noise", 5, [12.0, 3.5]);
///     memory.advance(10.0);
/// }
/// assert!(sentry.is_empty());
///
/// let noise = guard.recall("noise").expect("it is 10 seconds old");
/// assert_eq!((noise.value, noise.position), (&5, Some(&[12.0, 3.5])));
/// assert_eq!(noise.age.as_secs(), 10);
/// assert_eq!(guard.get("shots heard"), Some(&2));
/// assert_eq!(guard.remove("noise"), Some(5));
/// assert_eq!(guard.get("noise"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory<K, V, P = [f32; 2], const CAPACITY: usize = 8> {
    /// How old a value may be, in nanoseconds; none is older than `u64::MAX`.
    pub(super) span: u64,
    /// How much time has passed, in nanoseconds.
    pub(super) now: u64,
    /// The oldest first, then `None`s.
    pub(super) entries: [Option<Entry<K, V, P>>; CAPACITY],
}

impl<K, V, P, const CAPACITY: usize> Memory<K, V, P, CAPACITY> {
    /// An empty memory that forgets what is older than `span`: a [`Duration`](core::time::Duration), or seconds as a
    /// float.
    ///
    /// With a span of zero, everything is forgotten as soon as any time passes. With
    /// [`Duration::MAX`](core::time::Duration::MAX) or infinity, nothing
    /// is ever forgotten. A capacity of 0 does not compile.
    ///
    /// ```
    /// let memory = bt::Memory::<&str, u32>::new(60.0);
    /// assert!(memory.is_empty());
    /// ```
    pub fn new(span: impl IntoDuration) -> Self {
        Memory { span: span.nanos(), ..Self::lasting() }
    }

    /// An empty memory that never forgets by itself. A capacity of 0 does not compile.
    ///
    /// ```
    /// use bt::Memory;
    /// use std::time::Duration;
    ///
    /// let mut elephant = Memory::<&str, bool>::lasting();
    /// elephant.insert("the way to the water", true);
    /// elephant.advance(Duration::from_secs(60 * 60 * 24 * 365 * 70));
    /// assert_eq!(elephant.len(), 1);
    /// ```
    pub const fn lasting() -> Self {
        const { assert!(CAPACITY > 0, "a memory holds at least one value") };
        Memory { span: u64::MAX, now: 0, entries: [const { None }; CAPACITY] }
    }

    /// Moves the clock forward by `dt`, a [`Duration`](core::time::Duration) or seconds as a float, and forgets values
    /// that are now older than the memory's span. Call it once a tick, with the time of the tick.
    ///
    /// ```
    /// use bt::Memory;
    ///
    /// let mut fish = Memory::<&str, u32>::new(3.0);
    /// fish.insert("food", 1);
    /// fish.advance(3.0);
    /// assert_eq!(fish.get("food"), Some(&1));
    /// fish.advance(0.001);
    /// assert_eq!(fish.get("food"), None);
    /// ```
    pub fn advance(&mut self, dt: impl IntoDuration) {
        let (now, beyond) = self.now.overflowing_add(dt.nanos());
        self.now = now;
        if beyond {
            self.turn_back(now + 1);
        }
        self.forget_old();
    }

    /// Turns the clock back to its end, from this many nanoseconds beyond it. No value is older than the beginning of
    /// the clock.
    #[cold]
    fn turn_back(&mut self, nanos: u64) {
        self.now = u64::MAX;
        for entry in self.entries.iter_mut().flatten() {
            entry.time = entry.time.saturating_sub(nanos);
        }
    }

    /// Forgets values that are too old: these come first.
    pub(super) fn forget_old(&mut self) {
        while self.iter_entries().next().is_some_and(|oldest| self.now - oldest.time > self.span) {
            self.take(0);
        }
    }

    /// All keys with their values, the oldest first.
    ///
    /// ```
    /// use bt::Memory;
    ///
    /// let mut memory = Memory::<&str, u32>::new(3.0);
    /// memory.insert_at("noise", 5, [12.0, 3.5]);
    /// memory.insert_at("light", 1, [0.0, 3.5]);
    /// let nearest = memory.iter().min_by_key(|(_, recollection)| recollection.position.map(|[x, _]| *x as i64));
    /// assert_eq!(nearest.map(|(key, _)| *key), Some("light"));
    /// ```
    pub fn iter(&self) -> Iter<'_, K, V, P> {
        Iter::new(&self.entries[..self.len()], self.now)
    }

    /// How many values it holds.
    ///
    /// ```
    /// let mut memory = bt::Memory::<&str, u32>::lasting();
    /// memory.insert("noise", 5);
    /// assert_eq!(memory.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.iter_entries().count()
    }

    /// Whether it holds no value.
    ///
    /// ```
    /// assert!(bt::Memory::<&str, u32>::lasting().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many values it can hold.
    ///
    /// ```
    /// assert_eq!(bt::Memory::<&str, u32, (), 3>::lasting().capacity(), 3);
    /// ```
    pub const fn capacity(&self) -> usize {
        CAPACITY
    }

    /// Forgets everything. The clock continues.
    ///
    /// ```
    /// let mut memory = bt::Memory::<&str, u32>::lasting();
    /// memory.insert("noise", 5);
    /// memory.clear();
    /// assert!(memory.is_empty());
    /// ```
    pub fn clear(&mut self) {
        self.entries = [const { None }; CAPACITY];
    }

    fn iter_entries(&self) -> impl Iterator<Item = &Entry<K, V, P>> {
        self.entries.iter().flatten()
    }

    /// Removes an entry and closes the gap.
    fn take(&mut self, index: usize) -> Option<Entry<K, V, P>> {
        let entry = self.entries[index].take();
        self.entries[index..].rotate_left(1);
        entry
    }
}

impl<K: Eq, V, P, const CAPACITY: usize> Memory<K, V, P, CAPACITY> {
    /// Inserts a value without a position. Returns the value that the key had before; its time and position are
    /// replaced, too.
    ///
    /// When the memory is full of other keys, the oldest of them is forgotten.
    ///
    /// ```
    /// use bt::Memory;
    ///
    /// let mut memory = Memory::<char, u32, (), 2>::lasting();
    /// assert_eq!(memory.insert('a', 1), None);
    /// assert_eq!(memory.insert('b', 2), None);
    /// assert_eq!(memory.insert('a', 3), Some(1));
    /// assert_eq!(memory.insert('c', 4), None);
    /// let keys: Vec<_> = memory.iter().map(|(key, _)| *key).collect();
    /// assert_eq!(keys, ['a', 'c']);
    /// ```
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.insert_entry(key, value, None)
    }

    /// Inserts a value with the position where it was seen, heard or found. Otherwise it works like
    /// [`insert`](Memory::insert).
    ///
    /// ```
    /// use bt::Memory;
    ///
    /// let mut memory = Memory::<&str, u32>::lasting();
    /// memory.insert_at("noise", 5, [12.0, 3.5]);
    /// assert_eq!(memory.insert_at("noise", 6, [0.0, 3.5]), Some(5));
    /// ```
    pub fn insert_at(&mut self, key: K, value: V, position: P) -> Option<V> {
        self.insert_entry(key, value, Some(position))
    }

    /// The value of a key; `None` if there is none, or if it has been forgotten.
    ///
    /// ```
    /// let mut memory = bt::Memory::<String, u32>::lasting();
    /// memory.insert("noise".to_owned(), 5);
    /// assert_eq!(memory.get("noise"), Some(&5));
    /// ```
    pub fn get<Q: Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).map(|entry| &entry.value)
    }

    /// The value of a key with its position, time and age.
    ///
    /// ```
    /// let mut memory = bt::Memory::<&str, u32>::lasting();
    /// memory.insert("noise", 5);
    /// memory.advance(2.0);
    /// assert_eq!(memory.recall("noise").map(|noise| noise.age.as_secs()), Some(2));
    /// ```
    pub fn recall<Q: Eq + ?Sized>(&self, key: &Q) -> Option<Recollection<'_, V, P>>
    where
        K: Borrow<Q>,
    {
        self.find(key).map(|entry| entry.recollection(self.now))
    }

    /// Whether it holds a value for a key.
    ///
    /// ```
    /// let mut memory = bt::Memory::<&str, u32>::lasting();
    /// memory.insert("noise", 5);
    /// assert!(memory.contains_key("noise") && !memory.contains_key("light"));
    /// ```
    pub fn contains_key<Q: Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_some()
    }

    /// Forgets a key, and returns its value.
    ///
    /// ```
    /// let mut memory = bt::Memory::<&str, u32>::lasting();
    /// memory.insert("noise", 5);
    /// assert_eq!(memory.remove("noise"), Some(5));
    /// assert_eq!(memory.remove("noise"), None);
    /// ```
    pub fn remove<Q: Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let index = self.iter_entries().position(|entry| entry.key.borrow() == key)?;
        self.take(index).map(|entry| entry.value)
    }

    fn find<Q: Eq + ?Sized>(&self, key: &Q) -> Option<&Entry<K, V, P>>
    where
        K: Borrow<Q>,
    {
        self.iter_entries().find(|entry| entry.key.borrow() == key)
    }

    fn insert_entry(&mut self, key: K, value: V, position: Option<P>) -> Option<V> {
        let replaced = self.remove(&key);
        if self.len() == CAPACITY {
            self.take(0);
        }
        self.entries[self.len()] = Some(Entry { key, value, time: self.now, position });
        replaced
    }
}

impl<'a, K, V, P, const CAPACITY: usize> IntoIterator for &'a Memory<K, V, P, CAPACITY> {
    type Item = (&'a K, Recollection<'a, V, P>);
    type IntoIter = Iter<'a, K, V, P>;

    fn into_iter(self) -> Iter<'a, K, V, P> {
        self.iter()
    }
}

/// As [`Memory::lasting`].
impl<K, V, P, const CAPACITY: usize> Default for Memory<K, V, P, CAPACITY> {
    fn default() -> Self {
        Self::lasting()
    }
}
