//! The clock of a tree, and the request to look. Both are kept cells, after those of the nodes.

use super::kept_cells::{Cell, count_up, move_back, set_wide, take, wide};
use crate::outline::facts::Facts;
use crate::time::{LONGEST_TICK, Span};

impl Facts {
    /// The span of a tick that begins now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin(&self, kept: &mut [Cell], nanos: u64) -> Span {
        if self.keeps_nothing_for_ticks() {
            return Span::beginning(0, nanos, false);
        }
        let look = match self.look_cell() {
            Some(cell) => take(&mut kept[cell]),
            None => false,
        };
        let mut now = self.instant(kept).now();
        if now > LONGEST_TICK {
            self.turn_back(kept, now - LONGEST_TICK);
            now = LONGEST_TICK;
        }
        Span::beginning(now, nanos, look)
    }

    /// An empty span at the end of the last tick.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn instant(&self, kept: &[Cell]) -> Span {
        let now = match self.clock_cell() {
            Some(cell) => wide(&kept[cell..]),
            None => 0,
        };
        Span::beginning(now, 0, false)
    }

    /// Turns back the clock, and all kept moments with it. A moment that would be negative becomes 0. It is then as far
    /// in the past as the longest tick, and no measured time is longer than that.
    #[cold]
    fn turn_back(&self, kept: &mut [Cell], nanos: u64) {
        self.each_moment(kept, &mut |moment| move_back(moment, nanos));
    }

    /// Visits the cells of all kept moments, those of subtrees too.
    pub(crate) fn each_moment(&self, kept: &mut [Cell], visit: &mut impl FnMut(&mut [Cell])) {
        for &cell in self.clock_cells {
            visit(&mut kept[cell..]);
        }
        let mut first = self.own_cells();
        for node in 0..self.leaf_types.len() {
            let below = self.below(node);
            below.each_moment(&mut kept[first..], visit);
            first += below.cells;
        }
    }

    /// Advances the clock at the end of a tick.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end(&self, kept: &mut [Cell], span: Span) {
        if let Some(cell) = self.clock_cell() {
            set_wide(&mut kept[cell..], span.end());
        }
    }

    /// Makes all `observe` nodes tick their children in the next tick.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn look(&self, kept: &mut [Cell]) {
        if let Some(cell) = self.look_cell() {
            count_up(&mut kept[cell]);
        }
    }
}
