//! Sets and maps as sorted lists. A tree has few elements of any kind, mostly added in order, and every user of the
//! macros would have to compile the sets of `std`, which are forty times the code.

use std::cmp::Ordering;
use std::ops::{Deref, Index};
use std::{slice, vec};

/// A set, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedSet<T>(Vec<T>);

impl<T> SortedSet<T> {
    pub const fn new() -> Self {
        SortedSet(Vec::new())
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The values, in order.
impl<T> Deref for SortedSet<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Ord> SortedSet<T> {
    /// Where it is, or where it would be inserted.
    fn find(&self, value: &T) -> Result<usize, usize> {
        find(self.0.len(), |index| self.0[index].cmp(value))
    }

    /// Whether it has this value.
    pub fn contains(&self, value: &T) -> bool {
        self.find(value).is_ok()
    }

    /// Adds a value. Returns whether it is new.
    pub fn insert(&mut self, value: T) -> bool {
        match self.find(&value) {
            Ok(_) => false,
            Err(place) => {
                self.0.insert(place, value);
                true
            }
        }
    }

    /// Takes all values out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps the values for which this holds.
    pub fn retain(&mut self, holds: impl FnMut(&T) -> bool) {
        self.0.retain(holds);
    }

    /// Removes a value. Returns whether it was in the set.
    pub fn remove(&mut self, value: &T) -> bool {
        match self.find(value) {
            Ok(place) => {
                self.0.remove(place);
                true
            }
            Err(_) => false,
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut set = Self::new();
        set.extend(values);
        set
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.insert(value);
        }
    }
}

impl<'a, T: Ord + Copy> Extend<&'a T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, values: I) {
        for value in values {
            self.insert(*value);
        }
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A map, in the order of its keys.
#[derive(Clone, Debug)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> SortedMap<K, V> {
    pub const fn new() -> Self {
        SortedMap(Vec::new())
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find(&self, key: &K) -> Result<usize, usize> {
        find(self.0.len(), |index| self.0[index].0.cmp(key))
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        match self.find(key) {
            Ok(place) => Some(&self.0[place].1),
            Err(_) => None,
        }
    }

    /// The pairs, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Whether it has no pair.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it has this key.
    pub fn contains_key(&self, key: &K) -> bool {
        self.find(key).is_ok()
    }

    /// Sets the value of a key. Returns the previous value.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.0[place].1, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key, created if it does not exist.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let place = match self.find(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, make()));
                place
            }
        };
        &mut self.0[place].1
    }
}

/// Panics if the key does not exist.
impl<K: Ord, V> Index<&K> for SortedMap<K, V> {
    type Output = V;

    fn index(&self, key: &K) -> &V {
        self.get(key).expect("the map has the key")
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        for (key, value) in pairs {
            map.insert(key, value);
        }
        map
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Searches a sorted list of this length.
fn find(length: usize, compare: impl Fn(usize) -> Ordering) -> Result<usize, usize> {
    // Mostly, the value belongs at the end.
    let (mut low, mut high) = match length.checked_sub(1).map(|last| (last, compare(last))) {
        None | Some((_, Ordering::Less)) => return Err(length),
        Some((last, Ordering::Equal)) => return Ok(last),
        Some((last, Ordering::Greater)) => (0, last),
    };
    while low < high {
        let middle = low + (high - low) / 2;
        match compare(middle) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return Ok(middle),
            Ordering::Greater => high = middle,
        }
    }
    Err(low)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Numbers in no order, some of them several times.
    fn numbers() -> impl Iterator<Item = u32> {
        (0..300u32).map(|number| number * 7919 % 211)
    }

    #[test]
    fn a_set_is_that_of_std() {
        let (mut ours, mut theirs) = (SortedSet::new(), BTreeSet::new());
        for number in numbers() {
            assert_eq!(ours.insert(number), theirs.insert(number));
            assert_eq!(ours.remove(&(number / 2)), theirs.remove(&(number / 2)));
            assert!((0..220).all(|number| ours.contains(&number) == theirs.contains(&number)));
        }
        assert!(ours.iter().eq(&theirs));
    }

    #[test]
    fn a_map_is_that_of_std() {
        let (mut ours, mut theirs) = (SortedMap::new(), BTreeMap::new());
        for (number, value) in numbers().zip(0..) {
            assert_eq!(ours.insert(number, value), theirs.insert(number, value));
            *ours.get_or_insert_with(number / 3, || 0) += 1;
            *theirs.entry(number / 3).or_insert(0) += 1;
            assert_eq!(ours.get(&(number + 1)), theirs.get(&(number + 1)));
        }
        assert!(ours.into_iter().eq(theirs));
    }
}
