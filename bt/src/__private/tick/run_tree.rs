//! `run_tree`: the `run` of a tree that is used as a leaf by hand.

use core::time::Duration;

use crate::tree::TreeFor;

/// The `run` of a tree outside of a tree. One that keeps time refuses it, since its time would stand still.
///
/// ```
/// use bt::{Behavior, bt};
///
/// bt! { Stand(()) = running }
///
/// assert!(Stand::new().run(&mut ()).is_running());
/// ```
///
/// ```compile_fail
/// use bt::{Behavior, bt};
///
/// bt! { Pause(()) = wait(1.0) }
///
/// assert!(Pause::new().run(&mut ()).is_running());
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn run_tree<T: TreeFor<C>, C: ?Sized>(tree: &mut T, context: &mut C) -> T::Answer {
    const { assert!(!T::__TAKES_TIME, "this tree keeps time: call `run_for` in place of `run`") }
    tree.tick_for(Duration::ZERO, context)
}
