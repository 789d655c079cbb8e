//! `Clone` and `Debug` of a live tree.

use std::any::type_name;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

use bt::__private::live::LiveTree;
use bt_compiler::tree::ir::RegionId;

use super::{Live, Running};
use crate::program::Kept;
use crate::run::{Shown, cloned};

/// The clone has the same program, state and arguments.
///
/// # Panics
///
/// If an active leaf has no `Clone`. A text is refused if it would lead to that, unless the tree itself implements
/// `Clone` by hand.
impl<T: LiveTree + Clone> Clone for Live<T> {
    fn clone(&self) -> Self {
        let Live { built, running, kept, seen } = self;
        let program = running.program();
        let state = cloned(program, RegionId(0), &running.state);
        // Loading checks this, unless the tree itself implements `Clone` by hand.
        let state = state.unwrap_or_else(|| panic!("an active leaf in `{}` has no `Clone`", type_name::<T>()));
        let running = Running { program: Some(program.clone()), state, tree: PhantomData };
        Live { built: built.clone(), running, kept: Kept(kept.0.clone()), seen: *seen }
    }
}

impl<T: LiveTree + Debug> Debug for Live<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Live { built, running: Running { state, .. }, kept, .. } = self;
        let program = self.running.program();
        let active: Vec<&str> = self.active().map(|node| node.title()).collect();
        formatter
            .debug_struct("Live")
            .field("built", built)
            .field("active", &active)
            .field("state", &Shown { program, region: RegionId(0), state })
            .field("kept", &kept.0)
            .finish()
    }
}
