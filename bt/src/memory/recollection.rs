//! `Recollection`: a value of a memory with its position and age.

use core::time::Duration;

/// A key of a memory with its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Entry<K, V, P> {
    pub key: K,
    pub value: V,
    /// When it was inserted, in nanoseconds of the clock.
    pub time: u64,
    pub position: Option<P>,
}

impl<K, V, P> Entry<K, V, P> {
    pub fn recollection(&self, now: u64) -> Recollection<'_, V, P> {
        Recollection {
            value: &self.value,
            position: self.position.as_ref(),
            time: Duration::from_nanos(self.time),
            age: Duration::from_nanos(now - self.time),
        }
    }
}

/// A value that a [`Memory`](super::Memory) holds, with its position and age.
///
/// ```
/// use bt::Memory;
///
/// let mut memory = Memory::<&str, u32>::new(60.0);
/// memory.insert_at("noise", 5, [12.0, 3.5]);
/// memory.advance(2.0);
/// let noise = memory.recall("noise").expect("it is 2 seconds old");
/// assert_eq!((noise.value, noise.position, noise.age.as_secs()), (&5, Some(&[12.0, 3.5]), 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Recollection<'a, V, P = [f32; 2]> {
    /// The value.
    pub value: &'a V,
    /// The position, if it was inserted with one.
    pub position: Option<&'a P>,
    /// When it was inserted, on the clock of the memory.
    pub time: Duration,
    /// How long ago that was.
    pub age: Duration,
}
