//! Which children of a node are left, for nodes that do not take them in order.

use crate::chance::below;
use crate::random::Random;

/// A set of children, a bit for each; `BYTES` is an eighth of their number, rounded up.
///
/// Bytes, so that a state of which it is a part is not aligned for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Left<const BYTES: usize>(pub(crate) [u8; BYTES]);

impl<const BYTES: usize> Left<BYTES> {
    /// So many children, all of which are left.
    #[inline]
    pub const fn all(children: usize) -> Self {
        assert!(children.div_ceil(8) == BYTES, "as many bytes as the children need");
        let (mut left, mut child) = ([0; BYTES], 0);
        while child < children {
            left[child / 8] |= 1 << (child % 8);
            child += 1;
        }
        Left(left)
    }

    /// Whether none is left.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|byte| *byte == 0)
    }

    /// Takes one by chance, all equally likely. The last one takes no draw.
    ///
    /// # Panics
    ///
    /// If none is left.
    #[inline]
    pub fn draw<C: Random + ?Sized>(&mut self, context: &mut C) -> usize {
        let place = match self.count() {
            0 | 1 => 0,
            count => below(context, count as u64) as usize,
        };
        let child = self.iter().nth(place);
        self.take(child)
    }

    /// Takes the one with the greatest score, the first of several; a score that is no number is less than all others.
    /// Each is scored once, in their order.
    ///
    /// # Panics
    ///
    /// If none is left.
    #[inline]
    pub fn best(&mut self, mut score: impl FnMut(usize) -> f64) -> usize {
        let mut best: Option<(usize, f64)> = None;
        for child in self.iter() {
            let score = score(child);
            if best.is_none_or(|(_, best)| score > best || best.is_nan() && !score.is_nan()) {
                best = Some((child, score));
            }
        }
        self.take(best.map(|(child, _)| child))
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Those left, in their order.
    fn iter(&self) -> impl Iterator<Item = usize> {
        (0..8 * BYTES).filter(|child| self.0[child / 8] & (1 << (child % 8)) != 0)
    }

    fn take(&mut self, child: Option<usize>) -> usize {
        let child = child.expect("a child is left");
        self.0[child / 8] &= !(1 << (child % 8));
        child
    }
}
