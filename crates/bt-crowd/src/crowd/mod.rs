//! `Crowd`: agents that are found by their ids, and ticked together.

pub(crate) mod agents;
mod drowsy;
pub(crate) mod id;
mod into_iter;
pub(crate) mod iter;
#[cfg(feature = "serde")]
mod saved;
mod sleep;
