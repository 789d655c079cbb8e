//! The moments that the `throttle` nodes of a tree keep.

use super::kept_cells::{Cell, set_wide};
use crate::outline::facts::Facts;

impl Facts {
    /// Clears the moments of this tree that are left to the tree around it. `kept` begins with the cells of this tree.
    pub(crate) fn forget(&self, kept: &mut [Cell]) {
        for &cell in self.throttled {
            set_wide(&mut kept[cell..], 0);
        }
        let mut first = self.own_cells();
        for node in 0..self.leaf_types.len() {
            let tree = self.below(node);
            if self.open.is_none_or(|open| open.contains(&node)) {
                tree.forget(&mut kept[first..]);
            }
            first += tree.cells;
        }
    }
}
