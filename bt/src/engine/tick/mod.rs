//! One tick of a tree: its entry, what it passes from node to node, and the data in frames.

pub(crate) mod as_status;
pub(crate) mod bound;
pub(crate) mod children_left;
mod clock;
pub(crate) mod constant;
pub(crate) mod entry;
pub(crate) mod items;
pub(crate) mod kept_cells;
pub(crate) mod lent;
pub(crate) mod margin;
pub(crate) mod parallel;
pub(crate) mod report;
pub(crate) mod sleep;
pub(crate) mod slot;
pub(crate) mod slot_of;
pub(crate) mod step;
mod throttled;
pub(crate) mod tick_inputs;
pub(crate) mod timer;
pub(crate) mod untimed;
