//! `Left`: the children that a node has not run yet. It works like `ChildrenLeft`, but for any number of children.

use bt::__private::leader;

/// A set of children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left(Vec<bool>);

impl Left {
    pub fn all(children: usize) -> Self {
        Left(vec![true; children])
    }

    /// The set for a save: one bit for each child.
    #[cfg(feature = "serde")]
    pub fn bytes(&self) -> Vec<u8> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        self.0.chunks(8).map(byte).collect()
    }

    /// The set in these bytes; `None` if they are too few or too many, or have other children.
    #[cfg(feature = "serde")]
    pub fn of_bytes(children: usize, bytes: &[u8]) -> Option<Self> {
        let bit = |child: usize| bytes[child / 8] >> (child % 8) & 1 == 1;
        let left = (bytes.len() == children.div_ceil(8)).then(|| Left((0..children).map(bit).collect()));
        left.filter(|left| left.bytes() == bytes)
    }

    pub fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    /// The children that are left, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter_map(|(child, &is_left)| is_left.then_some(child))
    }

    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Removes the child at an index among those that are left.
    pub fn take_nth(&mut self, place: usize) -> usize {
        let child = self.iter().nth(place).expect("a child is left");
        self.0[child] = false;
        child
    }

    pub fn take(&mut self, child: usize) {
        self.0[child] = false;
    }

    /// Removes the child with the highest score, the first one if several have it.
    pub fn best(&mut self, score: impl FnMut(usize) -> f64) -> usize {
        let best = self.leader(0, 0.0, score) - 1;
        self.take(best);
        best
    }

    /// The leading child, counted from 1: the active one, unless the best score exceeds its score by more than the
    /// margin.
    pub fn leader(&self, active: usize, margin: f64, score: impl FnMut(usize) -> f64) -> usize {
        leader(self.iter(), active, margin, score)
    }

    /// The first child that is left and whose condition holds, counted from 1; 0 if there is none. A child that is not
    /// left comes back when its condition is false.
    pub fn turn(&mut self, mut holds: impl FnMut(usize) -> bool) -> usize {
        let mut turn = 0;
        for child in 0..self.0.len() {
            if !self.0[child] {
                self.0[child] = !holds(child);
            } else if turn == 0 && holds(child) {
                turn = child + 1;
            }
        }
        turn
    }

    /// The next child after one that has failed and is no longer left.
    pub fn turn_after_failure(&mut self, failed: usize, mut holds: impl FnMut(usize) -> bool) -> usize {
        self.take(failed - 1);
        (failed..self.0.len()).find(|&child| self.0[child] && holds(child)).map_or(0, |child| child + 1)
    }

    /// The set for other children, given each one's index among these. New children are left.
    pub fn moved(&self, from: impl Iterator<Item = Option<usize>>) -> Self {
        Left(from.map(|child| child.is_none_or(|child| self.0[child])).collect())
    }
}
