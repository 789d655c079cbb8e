//! `Crowd`: agents with ids that are ticked together.

pub(crate) mod agents;
mod detail;
mod drowsy;
pub(crate) mod id;
mod into_iter;
pub(crate) mod iter;
mod owed;
#[cfg(feature = "serde")]
mod saved;
mod sleep;
