//! `IntoIterator`, `Extend` and `FromIterator` for `Crowd`.

use bt::Tree;

use super::agents::Crowd;
use super::id::AgentId;
use super::iter::{IntoIter, Iter, IterMut};

impl<'a, T: Tree, C> IntoIterator for &'a Crowd<T, C> {
    type Item = (AgentId, &'a T, &'a C);
    type IntoIter = Iter<'a, T, C>;

    fn into_iter(self) -> Iter<'a, T, C> {
        self.iter()
    }
}

impl<'a, T: Tree, C> IntoIterator for &'a mut Crowd<T, C> {
    type Item = (AgentId, &'a mut T, &'a mut C);
    type IntoIter = IterMut<'a, T, C>;

    fn into_iter(self) -> IterMut<'a, T, C> {
        self.iter_mut()
    }
}

impl<T: Tree, C> IntoIterator for Crowd<T, C> {
    type Item = (AgentId, T, C);
    type IntoIter = IntoIter<T, C>;

    fn into_iter(mut self) -> IntoIter<T, C> {
        self.wake_all();
        IntoIter::new(self.generations, self.groups.blocks, self.len)
    }
}

/// Inserts all agents, one after another.
impl<T: Tree, C> Extend<(T, C)> for Crowd<T, C> {
    fn extend<I: IntoIterator<Item = (T, C)>>(&mut self, agents: I) {
        for (tree, context) in agents {
            self.insert(tree, context);
        }
    }
}

/// A crowd of these agents.
impl<T: Tree, C> FromIterator<(T, C)> for Crowd<T, C> {
    fn from_iter<I: IntoIterator<Item = (T, C)>>(agents: I) -> Self {
        let mut crowd = Crowd::new();
        crowd.extend(agents);
        crowd
    }
}
