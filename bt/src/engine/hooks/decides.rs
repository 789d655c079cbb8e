//! The decision of a decorator's `before`.

use crate::decorator::Decision;
use crate::engine::leaf::answers::Accept;
use crate::engine::tick::step::Step;
use crate::status::Status;

/// A decision whose errors can pass through a tree with the error type `E`.
pub trait Decides<E>: Decision {
    /// The step with which the node ends before its child, if it does.
    fn step(self) -> Option<Step<E>>;
}

impl<E> Decides<E> for Option<Status> {
    #[inline(always)]
    fn step(self) -> Option<Step<E>> {
        self.map(Step::of)
    }
}

impl<F, E: Accept<F>> Decides<E> for Result<Option<Status>, F> {
    #[inline(always)]
    fn step(self) -> Option<Step<E>> {
        match self {
            Ok(status) => status.map(Step::of),
            Err(error) => Some(Step::Error(E::accept(error))),
        }
    }
}

/// The step with which a decorator ends before its child, if it does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decided<A: Decides<E>, E>(decision: A) -> Option<Step<E>> {
    decision.step()
}
