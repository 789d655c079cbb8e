//! `ChildrenLeft`: the children that a node has not run yet, for nodes that choose their order.

use crate::engine::nodes::draw::below;
use crate::random::Random;
#[cfg(feature = "serde")]
use crate::serde_seq::{UpTo, exactly};

/// A set of children, with one bit each; `BYTES` is an eighth of their number, rounded up.
///
/// Stored as bytes, so that it does not raise the alignment of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChildrenLeft<const BYTES: usize>([u8; BYTES]);

impl<const BYTES: usize> ChildrenLeft<BYTES> {
    /// The set of all `count` children.
    #[inline]
    pub const fn all(children: usize) -> Self {
        assert!(children.div_ceil(8) == BYTES, "as many bytes as the children need");
        let (mut left, mut child) = ([0; BYTES], 0);
        while child < children {
            left[child / 8] |= 1 << (child % 8);
            child += 1;
        }
        ChildrenLeft(left)
    }

    /// Whether all `count` children are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_all(&self, children: usize) -> bool {
        self.0 == Self::all(children).0
    }

    /// Whether it has no other children than the first `count`: a damaged save can.
    pub fn is_of(&self, children: usize) -> bool {
        self.iter().all(|child| child < children)
    }

    /// Whether none is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }

    /// Draws a child and removes it; all are equally likely. The last one is taken without a draw.
    ///
    /// # Panics
    ///
    /// If none is left.
    #[inline]
    pub fn draw<C: Random + ?Sized>(&mut self, context: &mut C) -> usize {
        let index = match self.count() {
            0 | 1 => 0,
            count => below(context, count as u64) as usize,
        };
        let child = self.iter().nth(index);
        self.take(child)
    }

    /// Removes the child with the greatest score; among equal scores, the first. NaN is less than all other scores.
    /// Each child is scored once, in order.
    ///
    /// # Panics
    ///
    /// If none is left.
    #[inline]
    pub fn best(&mut self, score: impl FnMut(usize) -> f64) -> usize {
        let leader = self.leader(0, 0.0, score);
        self.take(leader.checked_sub(1))
    }

    /// Chooses a child of a `reactive_utility`, numbered from 1: the active one, unless the best score is greater than
    /// its own by more than the margin. The best one, if none is active; 0 if none is left.
    #[inline]
    pub fn leader(&self, active: usize, margin: f64, score: impl FnMut(usize) -> f64) -> usize {
        leader(self.iter(), active, margin, score)
    }

    /// Chooses the next child of a `reactive_utility` after this one has failed, the best of the others, and removes
    /// the failed one.
    #[inline]
    pub fn leader_after_failure(&mut self, failed: usize, score: impl FnMut(usize) -> f64) -> usize {
        self.take(Some(failed - 1));
        self.leader(0, 0.0, score)
    }

    /// Chooses a child of a `priority`, numbered from 1: the first one in the set whose condition holds; 0 if there is
    /// none. A failed child returns to the set when its condition is false.
    #[inline]
    pub fn turn(&mut self, children: usize, mut holds: impl FnMut(usize) -> bool) -> usize {
        let mut turn = 0;
        for child in 0..children {
            if !self.has(child) {
                if !holds(child) {
                    self.0[child / 8] |= 1 << (child % 8);
                }
            } else if turn == 0 && holds(child) {
                turn = child + 1;
            }
        }
        turn
    }

    /// Chooses the next child of a `priority` after this one has failed, one after it, and removes the failed one.
    #[inline]
    pub fn turn_after_failure(
        &mut self,
        failed: usize,
        children: usize,
        mut holds: impl FnMut(usize) -> bool,
    ) -> usize {
        self.take(Some(failed - 1));
        (failed..children).find(|&child| self.has(child) && holds(child)).map_or(0, |child| child + 1)
    }

    #[inline]
    const fn has(&self, child: usize) -> bool {
        self.0[child / 8] & (1 << (child % 8)) != 0
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    /// The children that are left, in order.
    fn iter(&self) -> impl Iterator<Item = usize> {
        (0..8 * BYTES).filter(|&child| self.has(child))
    }

    fn take(&mut self, child: Option<usize>) -> usize {
        let child = child.expect("a child is left");
        self.0[child / 8] &= !(1 << (child % 8));
        child
    }
}

/// The child that leads among these, as `ChildrenLeft::leader` says.
#[inline]
pub fn leader(
    children: impl Iterator<Item = usize>,
    active: usize,
    margin: f64,
    mut score: impl FnMut(usize) -> f64,
) -> usize {
    let is_better = |score: f64, than: f64| score > than || than.is_nan() && !score.is_nan();
    let (mut best, mut own) = (None, None);
    for child in children {
        let score = score(child);
        if best.is_none_or(|(_, best)| is_better(score, best)) {
            best = Some((child + 1, score));
        }
        if child + 1 == active {
            own = Some(score);
        }
    }
    match (best, own) {
        (None, _) => 0,
        (Some((child, best)), Some(own)) => {
            let takes_over = if own.is_nan() { !best.is_nan() } else { best > own + margin };
            if takes_over { child } else { active }
        }
        (Some((child, _)), None) => child,
    }
}

#[cfg(feature = "serde")]
impl<const BYTES: usize> serde::Serialize for ChildrenLeft<BYTES> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UpTo(self.0.map(Some)).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, const BYTES: usize> serde::Deserialize<'de> for ChildrenLeft<BYTES> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exactly(deserializer).map(ChildrenLeft)
    }
}
