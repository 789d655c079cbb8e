//! `Region`: what the states of all regions do alike. Its methods are compiled with the tree, since `Self` is its
//! state.

use core::time::Duration;

use super::tick::step::Step;

/// The state of a region.
pub trait Region: Sized {
    /// Makes it idle. Without optimization, each assignment takes the size of the state on the stack, so this is a
    /// function.
    fn clear(&mut self);

    /// Makes it idle after the step of what was active, if that has ended.
    #[inline(always)]
    fn leave<E>(&mut self, step: Step<E>) -> Step<E> {
        match step {
            Step::Success => {
                self.clear();
                Step::Success
            }
            Step::Failure => {
                self.clear();
                Step::Failure
            }
            step => step,
        }
    }

    /// The same after the step of a leaf that has a place only if it is a unit.
    #[inline(always)]
    fn leave_if<E>(&mut self, is_unit: bool, step: Step<E>) -> Step<E> {
        if is_unit { self.leave(step) } else { step }
    }

    /// How long ticks can be skipped, of a region that never sleeps.
    #[inline]
    fn sleep(&self) -> Option<Duration> {
        None
    }
}
