//! What a search through all states of a tree needs: states with the same future are made equal, and nodes are found by
//! their position. The crate `bt-check` calls it.

use super::machine::{HasMachine, Machine, Task, TreeAnswer};
use super::tick::kept_cells::{Cell, KeptCells, move_back, set_wide, wide};
use crate::node_info::NodeInfo;
use crate::outline::active::Search;
use crate::outline::facts::Facts;
use crate::tree::Tree;

/// Makes trees equal that differ only in when they were created: kept moments older than `longest` nanoseconds are
/// dropped, and the clock is set back to the oldest one that is left. `longest` is at least the longest time that a
/// node of the tree measures from a kept moment.
pub fn forget_past<T: HasMachine<C>, C: ?Sized>(tree: &mut T, context: &mut C, longest: u64) {
    if T::__FACTS.is_clocked() {
        tree.enter(context, ForgetPast { longest });
    }
}

/// All nodes of a tree, in the order of their positions.
pub fn all_nodes<T: Tree>(tree: &T) -> impl Iterator<Item = NodeInfo> {
    let facts = tree.__facts();
    (0..facts.nodes()).map(move |position| facts.find(position))
}

/// The position of the first active leaf at or after a position. A node is active if the position found is before its
/// end.
pub fn first_active<T: Tree>(tree: &T, position: usize) -> Option<usize> {
    tree.__first_active(Search::starting_at(position))
}

/// A task that forgets what no node looks at any more.
struct ForgetPast {
    longest: u64,
}

impl Task for ForgetPast {
    type Done<A: TreeAnswer> = ();

    fn run<C: ?Sized, S: Machine<C>, K: KeptCells>(
        self,
        state: &mut S,
        kept: &mut K,
        _: &S::Params,
        _: &mut C,
    ) -> Self::Done<S::Answer> {
        state.outline().facts.forget_past(kept.cells(), self.longest);
    }

    fn convert<A: TreeAnswer, B: TreeAnswer>((): (), _: impl FnOnce(A) -> B) {}
}

impl Facts {
    fn forget_past(&self, kept: &mut [Cell], longest: u64) {
        let Some(clock) = self.clock_cell() else { return };
        let now = wide(&kept[clock..]);
        let mut oldest = now;
        self.each_moment(kept, &mut |moment| {
            // A moment is stored plus one, and 0 means that there is none.
            match wide(moment).checked_sub(1) {
                Some(begin) if now.saturating_sub(begin) >= longest => set_wide(moment, 0),
                Some(begin) => oldest = oldest.min(begin),
                None => {}
            }
        });
        self.each_moment(kept, &mut |moment| move_back(moment, oldest));
        set_wide(&mut kept[clock..], now - oldest);
    }
}
