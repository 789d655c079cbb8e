//! The iterators over a crowd: `Iter`, `IterMut` and `IntoIter`.

use alloc::vec::{self, Vec};
use core::fmt;
use core::iter::{Copied, Enumerate, FusedIterator};
use core::slice;

use bt::Tree;

use super::agents::Crowd;
use super::id::AgentId;
use crate::groups::block::Block;

impl<T: Tree, C> Crowd<T, C> {
    /// All agents in the order of insertion. An agent that is inserted after others were removed may take the position
    /// of a removed one.
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs = Crowd::new();
    /// let rex = dogs.insert(Sit::new(), 3);
    /// dogs.insert(Sit::new(), 5);
    /// assert_eq!(dogs.iter().map(|(_, _, age)| *age).collect::<Vec<_>>(), [3, 5]);
    /// assert_eq!(dogs.iter().next().map(|(id, ..)| id), Some(rex));
    /// ```
    pub fn iter(&self) -> Iter<'_, T, C> {
        Iter::new(self)
    }

    /// All agents in the order of [`iter`](Crowd::iter), mutably. Agents that sleep or are [owed
    /// time](Crowd#level-of-detail) are first [woken up](Crowd::wake_all).
    ///
    /// ```
    /// # use bt::bt;
    /// # use bt_crowd::Crowd;
    /// # bt! { Sit(u32) = running }
    /// let mut dogs: Crowd<Sit, u32> = [(Sit::new(), 3), (Sit::new(), 5)].into_iter().collect();
    /// for (_, tree, age) in &mut dogs {
    ///     tree.reset();
    ///     *age += 1;
    /// }
    /// assert_eq!(dogs.iter().map(|(_, _, age)| *age).collect::<Vec<_>>(), [4, 6]);
    /// ```
    pub fn iter_mut(&mut self) -> IterMut<'_, T, C> {
        self.wake_all();
        IterMut::new(&self.generations, &mut self.groups.blocks, self.len)
    }
}

/// The iterator of [`Crowd::iter`](crate::Crowd::iter).
///
/// ```
/// use bt::bt;
/// use bt_crowd::Crowd;
///
/// bt! { Sit(u32) = running }
/// let dogs: Crowd<Sit, u32> = [(Sit::new(), 3), (Sit::new(), 5)].into_iter().collect();
/// let mut ages = 0;
/// for (_, _, age) in &dogs {
///     ages += age;
/// }
/// assert_eq!((ages, dogs.iter().len()), (8, 2));
/// ```
pub struct Iter<'a, T, C> {
    ids: Ids<Copied<slice::Iter<'a, u32>>>,
    crowd: &'a Crowd<T, C>,
}

impl<'a, T: Tree, C> Iter<'a, T, C> {
    pub(super) fn new(crowd: &'a Crowd<T, C>) -> Self {
        Iter { ids: Ids::new(crowd.generations.iter().copied(), crowd.len), crowd }
    }
}

impl<'a, T: Tree, C> Iterator for Iter<'a, T, C> {
    type Item = (AgentId, &'a T, &'a C);

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.ids.next()?;
        let (tree, context) = self.crowd.at(id.slot);
        Some((id, tree, context))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl<T: Tree, C> ExactSizeIterator for Iter<'_, T, C> {}

impl<T: Tree, C> FusedIterator for Iter<'_, T, C> {}

impl<T, C> Clone for Iter<'_, T, C> {
    fn clone(&self) -> Self {
        Iter { ids: self.ids.clone(), ..*self }
    }
}

impl<T: Tree + fmt::Debug, C: fmt::Debug> fmt::Debug for Iter<'_, T, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}

/// The iterator of [`Crowd::iter_mut`](crate::Crowd::iter_mut).
pub struct IterMut<'a, T, C> {
    ids: Ids<Copied<slice::Iter<'a, u32>>>,
    agents: Seated<slice::IterMut<'a, Block<T, C>>, (&'a mut T, &'a mut C)>,
}

impl<'a, T: Tree, C> IterMut<'a, T, C> {
    pub(super) fn new(generations: &'a [u32], blocks: &'a mut [Block<T, C>], len: usize) -> Self {
        IterMut { ids: Ids::new(generations.iter().copied(), len), agents: Seated::new(blocks.iter_mut()) }
    }
}

impl<'a, T: Tree, C> Iterator for IterMut<'a, T, C> {
    type Item = (AgentId, &'a mut T, &'a mut C);

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.ids.next()?;
        self.agents.next().map(|(tree, context)| (id, tree, context))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl<T: Tree, C> ExactSizeIterator for IterMut<'_, T, C> {}

impl<T: Tree, C> FusedIterator for IterMut<'_, T, C> {}

/// How many agents are left.
impl<T, C> fmt::Debug for IterMut<'_, T, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("IterMut").field("left", &self.ids.left).finish_non_exhaustive()
    }
}

/// The iterator over a [`Crowd`](crate::Crowd) by value.
///
/// ```
/// use bt::bt;
/// use bt_crowd::Crowd;
///
/// bt! { Sit(u32) = running }
/// let dogs: Crowd<Sit, u32> = [(Sit::new(), 3), (Sit::new(), 5)].into_iter().collect();
/// let ages: Vec<u32> = dogs.into_iter().map(|(_, _, age)| age).collect();
/// assert_eq!(ages, [3, 5]);
/// ```
pub struct IntoIter<T, C> {
    ids: Ids<vec::IntoIter<u32>>,
    agents: Seated<vec::IntoIter<Block<T, C>>, (T, C)>,
}

impl<T: Tree, C> IntoIter<T, C> {
    pub(super) fn new(generations: Vec<u32>, blocks: Vec<Block<T, C>>, len: usize) -> Self {
        IntoIter { ids: Ids::new(generations.into_iter(), len), agents: Seated::new(blocks.into_iter()) }
    }
}

impl<T: Tree, C> Iterator for IntoIter<T, C> {
    type Item = (AgentId, T, C);

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.ids.next()?;
        self.agents.next().map(|(tree, context)| (id, tree, context))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl<T: Tree, C> ExactSizeIterator for IntoIter<T, C> {}

impl<T: Tree, C> FusedIterator for IntoIter<T, C> {}

/// How many agents are left.
impl<T, C> fmt::Debug for IntoIter<T, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("IntoIter").field("left", &self.ids.left).finish_non_exhaustive()
    }
}

/// The agents of blocks, by their seats. A `flat_map` would not be covariant.
struct Seated<B, A> {
    blocks: B,
    /// Those of the current block.
    agents: vec::IntoIter<Option<A>>,
}

impl<B, A> Seated<B, A> {
    fn new(blocks: B) -> Self {
        Seated { blocks, agents: Vec::new().into_iter() }
    }
}

impl<B: Iterator<Item: BySeat<A>>, A> Iterator for Seated<B, A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        loop {
            if let Some(agent) = self.agents.by_ref().flatten().next() {
                return Some(agent);
            }
            self.agents = self.blocks.next()?.by_seat().into_iter();
        }
    }
}

/// A block, or the loan of one.
trait BySeat<A> {
    /// The agent of each seat.
    fn by_seat(self) -> Vec<Option<A>>;
}

impl<T: Tree, C> BySeat<(T, C)> for Block<T, C> {
    fn by_seat(self) -> Vec<Option<(T, C)>> {
        Block::by_seat(self)
    }
}

impl<'a, T: Tree, C> BySeat<(&'a mut T, &'a mut C)> for &'a mut Block<T, C> {
    fn by_seat(self) -> Vec<Option<(&'a mut T, &'a mut C)>> {
        self.by_seat_mut()
    }
}

/// The ids of all agents by their slots.
#[derive(Clone)]
struct Ids<I> {
    generations: Enumerate<I>,
    /// How many ids are left.
    left: usize,
}

impl<I: Iterator<Item = u32>> Ids<I> {
    fn new(generations: I, len: usize) -> Self {
        Ids { generations: generations.enumerate(), left: len }
    }
}

impl<I: Iterator<Item = u32>> Iterator for Ids<I> {
    type Item = AgentId;

    #[expect(clippy::cast_possible_truncation, reason = "there are at most 2^32 slots")]
    fn next(&mut self) -> Option<AgentId> {
        let mut ids = self.generations.by_ref().map(|(slot, generation)| AgentId { slot: slot as u32, generation });
        let id = ids.find(|id| id.is_valid())?;
        self.left -= 1;
        Some(id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
