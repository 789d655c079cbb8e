//! `Region`: what the states of all regions do alike. Its methods are compiled with the tree, since `Self` is its
//! state.

use core::time::Duration;

use super::tick::step::Step;

/// The state of a region.
pub trait Region: Sized {
    /// Makes it idle.
    fn idle(&mut self);

    /// Makes it idle. Without optimization, each assignment takes the size of the state on the stack, so this is a
    /// function; and a generic one, since rustc puts what is not generic into a codegen unit of its own.
    #[inline]
    fn clear(&mut self) {
        self.idle();
    }

    /// Makes it idle after the step of what was active, if that has ended.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave<E>(step: Step<E>, state: &mut Self) -> Step<E> {
        match step {
            Step::Success => {
                state.clear();
                Step::Success
            }
            Step::Failure => {
                state.clear();
                Step::Failure
            }
            step => step,
        }
    }

    /// The same after the step of a leaf that has a place only if it is a unit.
    #[inline(always)]
    fn leave_if<E>(&mut self, is_unit: bool, step: Step<E>) -> Step<E> {
        if is_unit { Self::leave(step, self) } else { step }
    }

    /// How long ticks can be skipped, of a region that never sleeps.
    #[inline]
    fn sleep(&self) -> Option<Duration> {
        None
    }
}
