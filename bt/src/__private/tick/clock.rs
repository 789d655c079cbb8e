//! The clock of a tree, and the request to look: both rest in kept cells behind those of the nodes.

use core::time::Duration;

use super::kept_cells::{Cell, count_up, set_wide, take, wide};
use crate::__private::describe::facts::Facts;
use crate::time::{IntoDuration, Span};

impl Facts {
    /// The span of a tick that begins now.
    #[inline(always)]
    pub(crate) fn begin(&self, kept: &mut [Cell], time: impl IntoDuration) -> Span {
        let look = match self.look_cell() {
            Some(cell) => take(&mut kept[cell]),
            None => false,
        };
        Span::beginning(self.instant(kept).now(), time, look)
    }

    /// A span of no time at the end of the last tick.
    #[inline(always)]
    pub(crate) fn instant(&self, kept: &[Cell]) -> Span {
        let now = match self.clock_cell() {
            Some(cell) => wide(&kept[cell..]),
            None => 0,
        };
        Span::beginning(now, Duration::ZERO, false)
    }

    /// Moves the clock on at the end of a tick.
    #[inline(always)]
    pub(crate) fn end(&self, kept: &mut [Cell], span: Span) {
        if let Some(cell) = self.clock_cell() {
            set_wide(&mut kept[cell..], span.end());
        }
    }

    /// Makes all `observe` nodes look at their children in the next tick.
    #[inline(always)]
    pub fn look(&self, kept: &mut [Cell]) {
        if let Some(cell) = self.look_cell() {
            count_up(&mut kept[cell]);
        }
    }
}
