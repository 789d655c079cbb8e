//! What an agent remembers.

use core::borrow::Borrow;
use core::time::Duration;

use crate::time::Time;

/// What an agent remembers: values under keys, each with the time at which it was stored, and a position if it has one.
///
/// Each agent forgets after a span of its own: a guard remembers a noise for minutes, a sentry for seconds. The memory
/// has a clock for this, which [`pass`](Memory::pass) moves on. What is as old as the span is still there, and what is
/// older is forgotten. (Deadlines in trees include their moment, too.)
///
/// It holds `CAPACITY` things at most. When it is full, a new one takes the place of the oldest, which is the one that
/// was stored, or stored anew, the longest ago.
///
/// `P` is the type of positions: two floats, unless you name another, `Memory<Fact, i32, Vec3>`. In a tree, the nodes
/// `remember`, `recalls` and `forget` use the memory of a context that [has one](crate::Remembers).
/// With the feature `serde`, a memory can be saved with its clock.
///
/// ```
/// use bt::Memory;
///
/// let (mut guard, mut sentry) = (Memory::<&str, u32>::new(60.0), Memory::<&str, u32>::new(3.0));
/// for memory in [&mut guard, &mut sentry] {
///     memory.remember("shots heard", 2);
///     memory.remember_at("noise", 5, [12.0, 3.5]);
///     memory.pass(10.0);
/// }
/// assert!(sentry.is_empty());
///
/// let noise = guard.recall("noise").expect("it is 10 seconds old");
/// assert_eq!((noise.value, noise.position), (&5, Some(&[12.0, 3.5])));
/// assert_eq!(noise.age.as_secs(), 10);
/// assert_eq!(guard.value("shots heard"), Some(&2));
/// assert_eq!(guard.forget("noise"), Some(5));
/// assert_eq!(guard.value("noise"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory<K, V, P = [f32; 2], const CAPACITY: usize = 8> {
    /// How old a thing may be, in nanoseconds. None is older than the longest time there is.
    pub(crate) span: u64,
    /// How much time has passed, in nanoseconds.
    pub(crate) now: u64,
    /// The oldest first, and then empty places.
    pub(crate) entries: [Option<Entry<K, V, P>>; CAPACITY],
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Entry<K, V, P> {
    pub(crate) key: K,
    pub(crate) value: V,
    /// When it was stored, in nanoseconds of the clock.
    pub(crate) time: u64,
    pub(crate) position: Option<P>,
}

/// One of the things that a [`Memory`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recollection<'a, V, P = [f32; 2]> {
    /// What was stored.
    pub value: &'a V,
    /// Where it was, if that was stored.
    pub position: Option<&'a P>,
    /// When it was stored: how much time had passed for the memory until then.
    pub time: Duration,
    /// How long ago that is.
    pub age: Duration,
}

impl<K, V, P, const CAPACITY: usize> Memory<K, V, P, CAPACITY> {
    /// An empty memory, of an agent that forgets what is older than a span: a [`Duration`], or seconds as a float.
    ///
    /// With a span of zero, all is forgotten as soon as any time passes. [`Duration::MAX`] and infinity are never over.
    ///
    /// A capacity of 0 does not compile.
    pub fn new(span: impl Time) -> Self {
        Memory { span: span.nanos(), ..Self::lasting() }
    }

    /// An empty memory, of an agent that never forgets by itself.
    ///
    /// ```
    /// use bt::Memory;
    /// use std::time::Duration;
    ///
    /// let mut elephant = Memory::<&str, bool>::lasting();
    /// elephant.remember("the way to the water", true);
    /// elephant.pass(Duration::from_secs(60 * 60 * 24 * 365 * 70));
    /// assert_eq!(elephant.len(), 1);
    /// ```
    pub const fn lasting() -> Self {
        const { assert!(CAPACITY > 0, "a memory holds at least one thing") };
        Memory { span: u64::MAX, now: 0, entries: [const { None }; CAPACITY] }
    }

    /// Time passes: what is now older than the span is forgotten.
    ///
    /// ```
    /// use bt::Memory;
    ///
    /// let mut fish = Memory::<&str, u32>::new(3.0);
    /// fish.remember("food", 1);
    /// fish.pass(3.0);
    /// assert_eq!(fish.value("food"), Some(&1));
    /// fish.pass(0.001);
    /// assert_eq!(fish.value("food"), None);
    /// ```
    pub fn pass(&mut self, dt: impl Time) {
        self.now = self.now.saturating_add(dt.nanos());
        self.forget_old();
    }

    /// The oldest stand first, so they go first.
    pub(crate) fn forget_old(&mut self) {
        while self.iter_entries().next().is_some_and(|oldest| self.now - oldest.time > self.span) {
            self.remove(0);
        }
    }

    /// What is remembered, the oldest first.
    ///
    /// ```
    /// use bt::Memory;
    ///
    /// let mut memory = Memory::<&str, u32>::new(3.0);
    /// memory.remember_at("noise", 5, [12.0, 3.5]);
    /// memory.remember_at("light", 1, [0.0, 3.5]);
    /// let nearest = memory.iter().min_by_key(|(_, recollection)| recollection.position.map(|[x, _]| *x as i64));
    /// assert_eq!(nearest.map(|(key, _)| *key), Some("light"));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&K, Recollection<'_, V, P>)> {
        self.iter_entries().map(|entry| (&entry.key, self.recollection(entry)))
    }

    /// How many things are remembered.
    pub fn len(&self) -> usize {
        self.iter_entries().count()
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many things can be remembered.
    pub const fn capacity(&self) -> usize {
        CAPACITY
    }

    /// Forgets all. The clock goes on.
    pub fn clear(&mut self) {
        self.entries = [const { None }; CAPACITY];
    }

    pub(crate) fn iter_entries(&self) -> impl Iterator<Item = &Entry<K, V, P>> {
        self.entries.iter().flatten()
    }

    fn recollection<'a>(&self, entry: &'a Entry<K, V, P>) -> Recollection<'a, V, P> {
        Recollection {
            value: &entry.value,
            position: entry.position.as_ref(),
            time: Duration::from_nanos(entry.time),
            age: Duration::from_nanos(self.now - entry.time),
        }
    }

    /// Empties a place and closes the gap.
    fn remove(&mut self, place: usize) -> Option<Entry<K, V, P>> {
        let entry = self.entries[place].take();
        self.entries[place..].rotate_left(1);
        entry
    }
}

impl<K: Eq, V, P, const CAPACITY: usize> Memory<K, V, P, CAPACITY> {
    /// Stores a value without a position. What was stored under the key is replaced, its time and position, too.
    ///
    /// When the memory is full of other things, the oldest of them is forgotten.
    ///
    /// ```
    /// use bt::Memory;
    ///
    /// let mut memory = Memory::<char, u32, (), 2>::lasting();
    /// memory.remember('a', 1);
    /// memory.remember('b', 2);
    /// memory.remember('a', 3);
    /// memory.remember('c', 4);
    /// let keys: Vec<_> = memory.iter().map(|(key, _)| *key).collect();
    /// assert_eq!(keys, ['a', 'c']);
    /// ```
    pub fn remember(&mut self, key: K, value: V) {
        self.store(key, value, None);
    }

    /// Stores a value with the position where it was seen, heard or found; all else is as with
    /// [`remember`](Memory::remember).
    pub fn remember_at(&mut self, key: K, value: V, position: P) {
        self.store(key, value, Some(position));
    }

    /// What is remembered under a key, with its position, time and age.
    pub fn recall<Q: Eq + ?Sized>(&self, key: &Q) -> Option<Recollection<'_, V, P>>
    where
        K: Borrow<Q>,
    {
        self.iter_entries().find(|entry| entry.key.borrow() == key).map(|entry| self.recollection(entry))
    }

    /// The value that is remembered under a key.
    pub fn value<Q: Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.recall(key).map(|recollection| recollection.value)
    }

    /// Forgets what is remembered under a key, and returns its value.
    pub fn forget<Q: Eq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.iter_entries().position(|entry| entry.key.borrow() == key)?;
        self.remove(place).map(|entry| entry.value)
    }

    fn store(&mut self, key: K, value: V, position: Option<P>) {
        self.forget(&key);
        if self.len() == CAPACITY {
            self.remove(0);
        }
        self.entries[self.len()] = Some(Entry { key, value, time: self.now, position });
    }
}

/// As [`Memory::lasting`].
impl<K, V, P, const CAPACITY: usize> Default for Memory<K, V, P, CAPACITY> {
    fn default() -> Self {
        Self::lasting()
    }
}
